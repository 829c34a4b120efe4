/** Tests gradual switches with the real engine, the real statements and real servers, at different times. */
import { beforeEach, expect, test, vi } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { writeTallies } from '#lib/engine/record/tallies.ts';
import { dryRunEvent } from '#lib/events/dry-run.ts';
import { newId } from '#lib/id.ts';
import { deleteIntegration, updateIntegration } from '#lib/integrations/service.ts';
import { setPrimary, undoSetPrimary } from '#lib/integrations/set-primary.ts';
import { prisma } from '#lib/postgres/db.ts';
import { type BehavingServer, startBehavingServer } from '#testing/behaving-server.ts';
import { sampleEnvironment, sampleGateway, sampleWorkflow, storedRuns, trigger } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { returnWorseSwitches } from './automatic-return.ts';
import { endGradualSwitch, listGradualSwitches, setGradualSwitch } from './service.ts';

vi.stubEnv('OUTBOUND_ALLOW', '127.0.0.1');
ownScratchDatabase();

const SMS = { type: 'sms', name: 'Text', controlValues: { body: 'Hello' } };

let old: BehavingServer;
let fresh: BehavingServer;

beforeEach(async () => {
  old = await startBehavingServer('answers', '{"message":{"id":"old-1"}}');
  fresh = await startBehavingServer('answers', '{"message":{"id":"new-1"}}');
  return () => {
    old.stop();
    fresh.stop();
  };
});

/** An environment with two integrations for SMS: the primary one `old`, and `fresh`. */
async function sampleSwitch() {
  const sample = await sampleEnvironment();
  const { ctx } = sample;
  const former = await sampleGateway(ctx, old.url, 'old');
  const next = await sampleGateway(ctx, fresh.url, 'fresh');
  const workflowId = await sampleWorkflow(ctx, [SMS]);
  /**
   * Triggers for the same subscribers. @returns the results, and the subscribers who got the message through `fresh`.
   */
  const send = async (count: number, overrides: object = {}) => {
    const to = Array.from({ length: count }, (_, n) => ({ subscriberId: `s-${n}`, phone: `+1555555${1000 + n}` }));
    const { transactionId = '' } = await trigger(ctx, workflowId, to, { overrides });
    await sample.drain(new Date(sample.now().getTime() + 120_000));
    await writeTallies();
    const { environmentId } = ctx;
    const messages = await prisma().message.findMany({ where: { environmentId, transactionId } });
    const people = await prisma().subscriber.findMany({ where: { environmentId } });
    const idOf = (id: string) => people.find((each) => each.id === id)?.subscriberId ?? '';
    const through = messages.filter(({ integrationId }) => integrationId === next);
    return {
      transactionId,
      outcomes: (await storedRuns(ctx, transactionId)).map(({ outcome }) => outcome),
      fresh: new Set(through.map(({ subscriberId }) => idOf(subscriberId))),
    };
  };
  /** Moves the clock to a full minute, from which the figures count. */
  const toCountedTime = () => sample.moveTo(new Date(Date.now() + 90_000));
  const started = async (share: 5 | 25 = 25) => {
    await setGradualSwitch(ctx, next, { share });
    toCountedTime();
  };
  return { ...sample, former, next, workflowId, send, started };
}

const running = ({ environmentId }: Ctx) =>
  prisma().gradualSwitch.findMany({ where: { environmentId, endedAt: null } });

/** Returns the rules by which the integrations of a transaction's messages were chosen, in order. */
async function rulesOf({ environmentId }: Ctx, transactionId: string): Promise<string[]> {
  const runs = await prisma().notification.findMany({ where: { environmentId, transactionId }, select: { id: true } });
  const where = { environmentId, notificationId: { in: runs.map(({ id }) => id) } };
  const details = await prisma().executionDetail.findMany({ where, orderBy: { id: 'asc' } });
  return details.flatMap(({ reason }) => (reason as { evidence?: { rule?: string } } | null)?.evidence?.rule ?? []);
}

test('the share of subscribers grows, and all return when the new provider is worse, without a lost or repeated message', async () => {
  const { ctx, next, send, started, now } = await sampleSwitch();
  const before = await send(200);
  expect(before.fresh.size).toBe(0);

  await started(5);
  const first = await send(200);
  expect(first.fresh.size).toBeGreaterThan(0);
  expect(first.fresh.size).toBeLessThan(25);
  expect((await send(200)).fresh, 'the same subscribers at the same share').toEqual(first.fresh);
  const rules = await rulesOf(ctx, first.transactionId);
  expect(rules.filter((rule) => rule === 'switch')).toHaveLength(first.fresh.size);

  await setGradualSwitch(ctx, next, { share: 25 });
  const second = await send(200);
  expect(second.fresh.size).toBeGreaterThan(30);
  expect(second.fresh.size).toBeLessThan(75);
  expect(
    [...first.fresh].every((id) => second.fresh.has(id)),
    'a larger share only adds subscribers',
  ).toBe(true);
  expect([before, first, second].flatMap(({ outcomes }) => outcomes)).toEqual(Array(600).fill('sent'));
  expect(old.requests + fresh.requests, 'nothing twice').toBe(800);
  await returnWorseSwitches(now());
  expect(await running(ctx)).toHaveLength(1);

  const refused = second.fresh.size;
  fresh.state = 'fails';
  const failing = await send(200);
  expect(failing.outcomes).toEqual(Array(200).fill('sent'));
  expect(failing.fresh.size, 'what failed goes through the old provider').toBe(0);
  expect(old.requests + fresh.requests).toBe(1000 + refused);
  const chosen = (await rulesOf(ctx, failing.transactionId)).filter((rule) => rule === 'primary');
  expect(chosen, 'the run names the integration that sent in the end').toHaveLength(200);
  expect(await running(ctx), 'only the periodic task ends a switch').toHaveLength(1);
  await returnWorseSwitches(now());
  expect(await running(ctx)).toEqual([]);
  const [ended] = await listGradualSwitches(ctx);
  expect(ended).toMatchObject({ ending: 'worse', endedAt: now().toISOString(), share: 25 });
  expect(ended?.why).toMatch(/^Attempts that failed at fresh: \d+ of \d+ \(\d+(\.\d)?%\); old: 0 of \d+ \(0%\)$/);
  expect(ended?.next.failed).toBe(refused);
  const where = { environmentId: ctx.environmentId, action: 'integrations.endSwitch' };
  const [entry, ...others] = await prisma().auditEntry.findMany({ where });
  expect(others).toEqual([]);
  expect(entry).toMatchObject({ actorType: 'system', actorId: 'gradual-switch', resourceId: next });
  expect(entry?.after).toMatchObject({ ending: 'worse', why: ended?.why, primaryIntegration: 'old' });

  const met = fresh.requests;
  fresh.state = 'answers';
  const last = await send(200);
  expect(last.fresh.size).toBe(0);
  expect(last.outcomes).toEqual(Array(200).fill('sent'));
  expect(fresh.requests).toBe(met);
  await returnWorseSwitches(now());
  expect(await prisma().auditEntry.count({ where }), 'it is ended once').toBe(1);
}, 120_000);

test('messages that bounce end the switch', async () => {
  const { ctx, next, send, started, now } = await sampleSwitch();
  await started();
  const { transactionId } = await send(150);
  const { environmentId } = ctx;
  const where = { environmentId, transactionId, integrationId: next };
  const messages = await prisma().message.findMany({ where });
  expect(messages.length).toBeGreaterThanOrEqual(20);
  const event = (id: string, kind: string) => ({
    ...{ environmentId, id: newId(now()), integrationId: next, kind, vendorEventId: newId(), messageId: id },
    ...{ occurredAt: now(), receivedAt: now() },
  });
  const [bounced, ...delivered] = messages.map(({ id }) => id);
  await prisma().deliveryEvent.createMany({
    data: [
      ...[bounced ?? '', ...delivered.slice(0, 9)].flatMap((id) => [event(id, 'bounced'), event(id, 'bounced')]),
      ...delivered.slice(9).map((id) => event(id, 'delivered')),
    ],
  });
  const [shown] = await listGradualSwitches(ctx);
  const figures = { accepted: messages.length, failed: 0, sampled: messages.length, bounced: 10 };
  // The list ends at the real time. The clock of the test is ahead of the real time.
  expect(shown?.next.sampled).toBe(0);
  await returnWorseSwitches(now());
  const [ended] = await listGradualSwitches(ctx);
  expect(ended?.next).toMatchObject({ ...figures, delivered: messages.length - 10 });
  expect(ended?.next.medianSeconds).toBeGreaterThanOrEqual(0);
  expect(ended?.former).toMatchObject({ accepted: 150 - messages.length, sampled: 150 - messages.length, bounced: 0 });
  expect(ended).toMatchObject({
    ending: 'worse',
    why: expect.stringMatching(/^Messages that bounced after fresh: 10 of/),
  });
});

test('while the new provider cannot be reached or its quota is used up, the old one sends', async () => {
  const { ctx, next, send, started } = await sampleSwitch();
  await started();
  fresh.state = 'breaks off';
  expect((await send(100)).outcomes).toEqual(Array(100).fill('sent'));
  expect(await prisma().circuitBreaker.count({ where: { environmentId: ctx.environmentId } })).toBe(1);
  const met = fresh.requests;
  const held = await send(100);
  expect(held.outcomes).toEqual(Array(100).fill('sent'));
  expect(fresh.requests - met, 'at most the probes').toBeLessThanOrEqual(3);
  expect((await rulesOf(ctx, held.transactionId)).filter((rule) => rule === 'primary').length).toBeGreaterThanOrEqual(
    97,
  );

  fresh.state = 'answers';
  await prisma().circuitBreaker.deleteMany({ where: { environmentId: ctx.environmentId } });
  await updateIntegration(ctx, next, { messagesPerDay: 4 } as never);
  await prisma().sendQuota.updateMany({ where: { environmentId: ctx.environmentId }, data: { used: 0 } });
  const limited = await send(100);
  expect(limited.outcomes).toEqual(Array(100).fill('sent'));
  expect(limited.fresh.size).toBeLessThanOrEqual(4);
});

test('what the new provider refuses for good goes through the old one, and the switch returns', async () => {
  const { ctx, send, started, now } = await sampleSwitch();
  await started();
  fresh.state = 'refuses';
  const { outcomes, transactionId } = await send(150);
  expect(outcomes).toEqual(Array(150).fill('sent'));
  expect(fresh.requests).toBeGreaterThanOrEqual(20);
  expect(old.requests, 'nothing twice').toBe(150);
  const rules = await rulesOf(ctx, transactionId);
  expect(rules.filter((rule) => rule === 'switch')).toHaveLength(fresh.requests);
  await returnWorseSwitches(now());
  expect(await listGradualSwitches(ctx)).toMatchObject([{ ending: 'worse', next: { failed: fresh.requests } }]);

  await prisma().gradualSwitch.deleteMany({ where: { environmentId: ctx.environmentId } });
  const overrides = { sms: { integrationIdentifier: 'fresh' } };
  await started();
  const met = fresh.requests;
  const chosen = await send(3, overrides);
  expect(chosen.outcomes, 'an integration that the trigger names is tried once').toEqual(Array(3).fill('failed'));
  expect(fresh.requests - met).toBe(3);
}, 60_000);

test('with failover on, a failed attempt through the new provider is followed by one through the old', async () => {
  const { ctx, send, started } = await sampleSwitch();
  await sampleGateway(ctx, fresh.url, 'other');
  await prisma().environment.update({ where: { id: ctx.environmentId }, data: { failover: true } });
  await started();
  fresh.state = 'fails';
  const { outcomes, transactionId } = await send(100);
  expect(outcomes).toEqual(Array(100).fill('sent'));
  const rules = await rulesOf(ctx, transactionId);
  const count = (rule: string) => rules.filter((each) => each === rule).length;
  expect(count('switch')).toBeGreaterThan(0);
  expect(count('failover')).toBe(count('switch'));
  expect(fresh.requests, 'the third integration gets nothing').toBe(count('switch'));
});

test('with failover on, messages for a new provider out of reach go to the old one first', async () => {
  const { ctx, former, send, started } = await sampleSwitch();
  await sampleGateway(ctx, old.url, 'third');
  await prisma().environment.update({ where: { id: ctx.environmentId }, data: { failover: true } });
  await started();
  fresh.state = 'breaks off';
  for (const { outcomes, transactionId } of [await send(100), await send(100)]) {
    expect(outcomes).toEqual(Array(100).fill('sent'));
    const where = { environmentId: ctx.environmentId, transactionId, integrationId: former };
    expect(await prisma().message.count({ where })).toBe(100);
  }
});

test('a dry run chooses as the run does, also for a new subscriber', async () => {
  const { ctx, workflowId, send, started } = await sampleSwitch();
  await started();
  const predicted: string[] = [];
  for (let n = 0; n < 20; n++) {
    const to = { subscriberId: `s-${n}`, phone: `+1555555${1000 + n}` };
    const result = await dryRunEvent(ctx, { name: workflowId, to } as never);
    if (JSON.stringify(result).includes('"fresh"')) predicted.push(to.subscriberId);
  }
  const sent = await send(20);
  expect(new Set(predicted)).toEqual(sent.fresh);
  expect(predicted.length).toBeGreaterThan(0);
});

test('with the share of 100 the new integration is primary as by set-primary, and that can be undone', async () => {
  const { ctx, former, next, send } = await sampleSwitch();
  await setGradualSwitch(ctx, next, { share: 5 });
  expect(await setGradualSwitch(ctx, next, { share: 100 })).toMatchObject({
    ending: 'finished',
    why: 'fresh is primary',
  });
  expect((await send(10)).fresh.size).toBe(10);
  await undoSetPrimary(ctx, next);
  expect((await send(10)).fresh.size).toBe(0);
  const where = { environmentId: ctx.environmentId, primary: true };
  expect(await prisma().integration.findMany({ where, select: { id: true } })).toEqual([{ id: former }]);
});

type Ids = { ctx: Ctx; former: string; next: string; other: string };

const condition = {
  isNegated: false,
  type: 'GROUP',
  value: 'AND',
  children: [{ field: 'plan', value: 'pro', operator: 'EQUAL', on: 'payload' }],
};

test.each<[string, string, (ids: Ids) => Promise<unknown>]>([
  ['a person ends it', 'returned', ({ ctx, next }) => endGradualSwitch(ctx, next)],
  [
    'the new integration is deactivated',
    'changed',
    ({ ctx, next }) => updateIntegration(ctx, next, { active: false } as never),
  ],
  [
    'the old integration is deactivated',
    'changed',
    ({ ctx, former }) => updateIntegration(ctx, former, { active: false } as never),
  ],
  ['the new integration is deleted', 'changed', ({ ctx, next }) => deleteIntegration(ctx, next)],
  ['the old integration is deleted', 'changed', ({ ctx, former }) => deleteIntegration(ctx, former)],
  [
    'the new integration gets conditions',
    'changed',
    ({ ctx, next }) => updateIntegration(ctx, next, { conditions: [condition] } as never),
  ],
  [
    'the new integration goes into sandbox mode',
    'changed',
    ({ ctx, next }) => updateIntegration(ctx, next, { sandbox: true } as never),
  ],
  [
    'the old integration goes into sandbox mode',
    'changed',
    ({ ctx, former }) => updateIntegration(ctx, former, { sandbox: true } as never),
  ],
  ['another integration becomes primary', 'changed', ({ ctx, other }) => setPrimary(ctx, other)],
  ['the new integration becomes primary', 'finished', ({ ctx, next }) => setPrimary(ctx, next)],
])('if %s, the switch ends as %s', async (_, ending, change) => {
  const { ctx, former, next } = await sampleSwitch();
  const other = await sampleGateway(ctx, old.url, 'other');
  await setGradualSwitch(ctx, next, { share: 5 });
  await updateIntegration(ctx, next, { name: 'Renamed' } as never);
  expect(await running(ctx)).toHaveLength(1);
  await change({ ctx, former, next, other });
  expect(await running(ctx)).toEqual([]);
  expect(await listGradualSwitches(ctx)).toMatchObject([{ ending, why: expect.stringMatching(/\w/) }]);
  const where = { environmentId: ctx.environmentId, action: 'integrations.endSwitch' };
  expect(await prisma().auditEntry.count({ where })).toBe(1);
});

test('of many simultaneous starts to two integrations, one switch results', async () => {
  const { ctx, next } = await sampleSwitch();
  const other = await sampleGateway(ctx, old.url, 'other');
  const targets = Array.from({ length: 8 }, (_, n) => (n % 2 === 0 ? next : other));
  const results = await Promise.allSettled(targets.map((id) => setGradualSwitch(ctx, id, { share: 5 })));
  const won = new Set(results.flatMap((each) => (each.status === 'fulfilled' ? each.value.next.integrationId : [])));
  expect(won.size).toBe(1);
  const lost = results.flatMap((each) => (each.status === 'rejected' ? each.reason.code : []));
  expect(lost).toEqual(Array(4).fill('conflict'));
  const where = { environmentId: ctx.environmentId, action: 'integrations.startSwitch' };
  expect(await prisma().auditEntry.count({ where })).toBe(1);
  expect(await running(ctx)).toHaveLength(1);
});

test('a switch of a deleted environment is left alone', async () => {
  const { ctx, next } = await sampleSwitch();
  await setGradualSwitch(ctx, next, { share: 5 });
  const { environmentId } = ctx;
  const minute = new Date(Date.now() + 120_000);
  const row = { environmentId, integrationId: next, minute, sent: 0, failed: 50, retried: 0 };
  await prisma().integrationStat.createMany({ data: [row] });
  await prisma().environment.deleteMany({ where: { id: environmentId } });
  await returnWorseSwitches(new Date(Date.now() + 180_000));
  expect(await running(ctx)).toHaveLength(1);
});
