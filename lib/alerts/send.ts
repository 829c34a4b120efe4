import { ApiError } from '#lib/api/errors.ts';
import { UnreadableError } from '#lib/crypto.ts';
import { plainMessage } from '#lib/integrations/plain-message.ts';
import { findIntegration, type IntegrationRow } from '#lib/integrations/query.ts';
import { type Sender, sendThrough, type ThroughResult } from '#lib/integrations/through.ts';
import { logger } from '#lib/logger.ts';
import { prisma } from '#lib/postgres/db.ts';
import type { Alert, AlertRule } from '#prisma/generated/client.ts';
import { nextTry } from './evaluate.ts';
import { alertText } from './message.ts';
import { claimNotice, postpone, recordFailure, recordSent } from './query.ts';
import { quietUntil } from './quiet-hours.ts';
import { openRecipient, shownRecipient } from './recipient.ts';
import type { QuietHours } from './schema.ts';

/** Milliseconds for which a process owns a notice that it sends: longer than any provider may take to respond. */
const LEASE_MS = 120_000;
/** The number of notices that one call sends at the same time. */
const AT_ONCE = 5;
const MAX_NOTICES = 100;
/** The pause before a notice in quiet hours is checked again, because the rule’s quiet hours may change. */
const QUIET_MS = 5 * 60_000;
/** After this many failed attempts, about 12 hours, the end of an alert is no longer announced. */
const MAX_RESOLVED_ATTEMPTS = 16;

/**
 * Sends the notices that are due, except in quiet hours. Several processes may call this at the same time: only one of
 * them sends a notice. A notice is sent twice only if a process dies after the provider accepted the notice.
 */
export async function sendDueNotices(now: () => Date = () => new Date()): Promise<void> {
  const due = await prisma().alert.findMany({
    where: { pending: { not: null }, nextTryAt: { lte: now() } },
    orderBy: [{ nextTryAt: 'asc' }, { environmentId: 'asc' }, { id: 'asc' }],
    take: MAX_NOTICES,
  });
  for (let from = 0; from < due.length; from += AT_ONCE)
    await Promise.all(
      due
        .slice(from, from + AT_ONCE)
        .map((alert) =>
          sendNotice(alert, now).catch((error) =>
            logger().warn({ error, environmentId: alert.environmentId, alertId: alert.id }, 'Failed to send an alert'),
          ),
        ),
    );
}

async function sendNotice(alert: Alert, now: () => Date): Promise<void> {
  const { environmentId, ruleId, pending: about } = alert;
  const rule = await prisma().alertRule.findFirst({ where: { environmentId, id: ruleId } });
  if (!rule || (about !== 'raised' && about !== 'resolved')) return;
  const quietEnd = quietHoursEnd(rule, now());
  if (quietEnd) return postpone(alert, new Date(Math.min(quietEnd.getTime(), now().getTime() + QUIET_MS)));
  if (!(await claimNotice(alert, new Date(now().getTime() + LEASE_MS)))) return;
  const { integration, result } = await sendToRule(rule, (place) => alertText(alert, about, place));
  if (result.outcome === 'failed') {
    const attempts = alert.attempts + 1;
    const isGivenUp = about === 'resolved' && attempts >= MAX_RESOLVED_ATTEMPTS;
    logger().warn({ environmentId, alertId: alert.id, problem: result.message }, 'Failed to send an alert');
    return recordFailure(alert, result.message, isGivenUp ? undefined : nextTry(attempts, now()));
  }
  await recordSent(alert, {
    about,
    at: now().toISOString(),
    integration: integration?.name ?? '',
    to: shownRecipient(openRecipient(rule)),
    sandboxed: result.outcome === 'sandboxed',
  });
}

function quietHoursEnd({ quietHours }: AlertRule, now: Date): Date | undefined {
  return quietHours === null ? undefined : quietUntil(quietHours as QuietHours, now);
}

type Text = (place: Parameters<typeof alertText>[2]) => { title: string; content: string };

/**
 * Sends a text through the rule’s integration to its recipient. A problem that prevents sending is returned as a
 * result.
 */
export async function sendToRule(
  rule: AlertRule,
  text: Text,
): Promise<{ integration: IntegrationRow | undefined; result: ThroughResult }> {
  const integration = await findIntegration(rule.environmentId, rule.integrationId);
  const sender = integration && senderOf(integration);
  if (!sender) return { integration, result: failure('The integration that this rule sends through was deleted') };
  const place = await placeOf(rule.environmentId);
  if (!place) return { integration, result: failure('The environment was deleted') };
  try {
    const message = plainMessage(sender.channel, { ...text(place), to: openRecipient(rule) });
    return { integration, result: await sendThrough(sender, message) };
  } catch (error) {
    if (error instanceof UnreadableError)
      return { integration, result: failure('The recipient cannot be decrypted: enter it again') };
    if (error instanceof ApiError)
      return { integration, result: failure('The recipient is not a valid address for the channel') };
    throw error;
  }
}

/** Returns the integration as a Sender. Undefined for in-app and agents, which send no messages. */
export function senderOf(integration: IntegrationRow): Sender | undefined {
  const { channel } = integration;
  return channel === null || channel === 'in_app' ? undefined : { ...integration, channel };
}

function failure(message: string): ThroughResult {
  return { outcome: 'failed', message, kind: 'configuration' };
}

async function placeOf(environmentId: string) {
  const environment = await prisma().environment.findFirst({
    where: { id: environmentId },
    include: { organization: true },
  });
  if (!environment) return undefined;
  const { name, slug, organization } = environment;
  return { environment: name, slug, organization: organization.name };
}
