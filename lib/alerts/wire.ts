import type { Channel } from '#lib/providers/channel.ts';
import type { Alert as AlertRow, AlertRule as AlertRuleRow, Integration } from '#prisma/generated/client.ts';
import { conditionOf } from './check.ts';
import { type AlertCondition, type AlertKindName, alertKindOf } from './kinds/registry.ts';
import { quietUntil } from './quiet-hours.ts';
import { readRecipient } from './recipient.ts';
import type { Alert, AlertNotice, AlertRule, QuietHours } from './schema.ts';

/** Integrations by ID, including deleted ones. */
export type Integrations = ReadonlyMap<string, Pick<Integration, 'name' | 'channel' | 'sandbox' | 'deletedAt'>>;

/** Returns a rule as wire shape. `open` is its open alert. */
export function ruleWire(
  row: AlertRuleRow,
  integrations: Integrations,
  open: AlertRow | undefined,
  now: Date,
): AlertRule {
  const condition = conditionOf(row);
  const quietHours = row.quietHours as QuietHours | null;
  const sender = integrations.get(row.integrationId);
  const problem = problemOf(row, integrations);
  return {
    _id: row.id,
    name: row.name,
    condition,
    phrase: phraseOf(condition, integrations),
    integrationId: row.integrationId,
    ...(sender?.channel &&
      sender.deletedAt === null && {
        integration: { name: sender.name, channel: sender.channel as Channel, sandbox: sender.sandbox },
      }),
    to: readRecipient(row),
    ...(quietHours && { quietHours }),
    active: row.active,
    ...(problem && { problem }),
    ...(open && { alert: alertWire(open, quietHours, now) }),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

export function phraseOf(condition: AlertCondition, integrations: Integrations): string {
  const watched = 'integrationId' in condition ? integrations.get(condition.integrationId)?.name : undefined;
  return alertKindOf(condition.kind).phrase(condition, watched ?? 'a deleted integration');
}

function problemOf(row: AlertRuleRow, integrations: Integrations): string | undefined {
  const condition = conditionOf(row);
  const isGone = (id: string) => integrations.get(id)?.deletedAt !== null;
  if (isGone(row.integrationId)) return 'The integration that sends the alerts was deleted: choose another one';
  if ('integrationId' in condition && isGone(condition.integrationId))
    return 'The watched integration was deleted: choose another one';
  if (readRecipient(row) === '') return 'The recipient cannot be decrypted: enter it again';
  return integrations.get(row.integrationId)?.sandbox
    ? 'The integration that sends the alerts is in sandbox mode: nothing is sent'
    : undefined;
}

/** Returns an alert as wire shape. `quietHours` belong to the rule of the alert. */
export function alertWire(row: AlertRow, quietHours: QuietHours | null, now: Date): Alert {
  const quietEnd = quietHours ? quietUntil(quietHours, now) : undefined;
  const nextTryAt = quietEnd && quietEnd > row.nextTryAt ? quietEnd : row.nextTryAt;
  return {
    _id: row.id,
    ruleId: row.ruleId,
    ruleName: row.ruleName,
    kind: row.kind as AlertKindName,
    words: row.words,
    raisedAt: row.raisedAt.toISOString(),
    ...(row.endedAt && { endedAt: row.endedAt.toISOString() }),
    ...(row.endCause && { endCause: row.endCause as NonNullable<Alert['endCause']> }),
    ...(row.endWords && { endWords: row.endWords }),
    notices: row.notices as unknown as AlertNotice[],
    ...(row.pending && {
      pending: {
        about: row.pending as AlertNotice['about'],
        attempts: row.attempts,
        nextTryAt: nextTryAt.toISOString(),
        isQuiet: quietEnd !== undefined,
      },
    }),
    ...(row.problem && { problem: row.problem }),
  };
}
