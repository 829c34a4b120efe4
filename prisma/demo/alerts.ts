import { integrationFailures } from '#lib/alerts/kinds/integration-failures.ts';
import { sealRecipient } from '#lib/alerts/recipient.ts';
import type { AlertNotice } from '#lib/alerts/schema.ts';
import { newId } from '#lib/id.ts';
import { json, prisma } from '#lib/postgres/db.ts';
import { MINUTE_MS } from '#lib/time/durations.ts';

const NAME = 'Postmark fails';
const TO = 'robin@fennelandoak.example';
const NUMBERS = { percent: 20, minutes: 15, messages: 3 };

/**
 * Adds a rule that watches the email of orders, and the alert of the newest period in which its condition held. The
 * rule is paused, because nothing is to be watched in invented data.
 */
export async function addAlert(environmentId: string): Promise<void> {
  const [watched, sender] = await Promise.all(
    ['postmark-orders', 'sendgrid-newsletters'].map((identifier) =>
      prisma().integration.findFirstOrThrow({ where: { environmentId, identifier } }),
    ),
  );
  if (!watched || !sender) return;
  const condition = { kind: 'integration_failures', integrationId: watched.id, ...NUMBERS } as const;
  const held = await newestFailure(environmentId, watched);
  if (!held) return;
  const { at, words, endedAt, endWords } = held;
  const createdAt = new Date(at.getTime() - 7 * 86_400_000);
  const id = newId(createdAt);
  await prisma().alertRule.create({
    data: {
      ...{ id, environmentId, name: NAME, condition: json(condition), integrationId: sender.id, active: false },
      recipient: sealRecipient(TO, { environmentId, id }),
      ...{ createdAt, updatedAt: endedAt },
    },
  });
  const notice = (about: AlertNotice['about'], time: Date): AlertNotice => ({
    ...{ about, at: time.toISOString(), integration: sender.name, to: TO, sandboxed: sender.sandbox },
  });
  await prisma().alert.create({
    data: {
      ...{ id: newId(at), environmentId, ruleId: id, ruleName: NAME, kind: condition.kind, words },
      ...{ raisedAt: at, heldAt: at, endedAt, endCause: 'resolved', endWords, nextTryAt: endedAt },
      notices: json([notice('raised', at), notice('resolved', endedAt)]),
    },
  });
}

/**
 * Returns the newest period in which the condition held, and the end of the period, with the words of the real rule.
 */
async function newestFailure(environmentId: string, { id, name }: { id: string; name: string }) {
  const stats = await prisma().integrationStat.findMany({
    where: { environmentId, integrationId: id },
    orderBy: { minute: 'desc' },
  });
  const judge = (end: Date) => {
    const from = end.getTime() - NUMBERS.minutes * MINUTE_MS;
    const within = stats.filter(({ minute }) => minute.getTime() > from && minute <= end);
    const sum = (of: 'sent' | 'failed') => within.reduce((total, row) => total + row[of], 0);
    const condition = { kind: 'integration_failures', integrationId: id, ...NUMBERS } as const;
    return integrationFailures.judge({ name, sent: sum('sent'), failed: sum('failed') }, condition);
  };
  for (const { minute: at, failed } of stats) {
    const { verdict, words } = failed > 0 ? judge(at) : { verdict: 'clear', words: '' };
    if (verdict !== 'holds') continue;
    const endedAt = new Date(at.getTime() + (NUMBERS.minutes + 1) * MINUTE_MS);
    return { at, words, endedAt, endWords: judge(endedAt).words };
  }
  return undefined;
}
