/**
 * Tests that rules raise alerts, and that several processes at the same time send the start and the end of each alert
 * once.
 */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import type { Presence } from '#lib/engine/queue/presence.ts';
import { writeTallies } from '#lib/engine/record/tallies.ts';
import { Upkeep } from '#lib/engine/upkeep/upkeep.ts';
import { newId } from '#lib/id.ts';
import { createIntegration } from '#lib/integrations/service.ts';
import { prisma } from '#lib/postgres/db.ts';
import { MINUTE_MS } from '#lib/time/durations.ts';
import { type Sample, sampleEnvironment, sampleIntegrations, sampleWorkflow, trigger } from '#testing/engine.ts';
import { type MailServer, mailServer, stopMailServers } from '#testing/mail-server.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { checkAlertRules } from './check.ts';
import type { AlertCondition } from './kinds/registry.ts';
import type { CreateAlertRuleBody } from './schema.ts';
import { Alert, AlertRule } from './schema.ts';
import { sendDueNotices } from './send.ts';
import {
  createAlertRule,
  deleteAlertRule,
  listAlertRules,
  listAlerts,
  testAlertRule,
  updateAlertRule,
} from './service.ts';
import { AlertWatch } from './watch.ts';

ownScratchDatabase();
vi.stubEnv('OUTBOUND_ALLOW', '127.0.0.1');

const TO = 'ops@shop.example';
const SMS = { type: 'sms', name: 'Text', controlValues: { body: 'Hello' } };
/** The sandbox rejects messages to this number. */
const REJECTED = '+15005550001';

let sample: Sample;
let ctx: Ctx;
let server: MailServer;
let mailId: string;

beforeEach(async () => {
  await prisma().alertRule.deleteMany();
  sample = await sampleEnvironment();
  ({ ctx } = sample);
  server = await mailServer();
  mailId = await mailIntegration(server.port);
});

afterEach(stopMailServers);

async function mailIntegration(port: number): Promise<string> {
  const credentials = { host: '127.0.0.1', port: String(port), from: 'belfry@shop.example', senderName: 'Belfry' };
  const named = { name: `Mail ${port}`, providerId: 'nodemailer', channel: 'email' };
  await createIntegration(ctx, { ...named, active: true, credentials } as never);
  return (await prisma().integration.findFirstOrThrow({ where: { ...ctxWhere(), name: named.name } })).id;
}

const rule = (condition: AlertCondition, more: Partial<CreateAlertRuleBody> = {}) =>
  createAlertRule(ctx, { name: 'Trouble', condition, integrationId: mailId, to: TO, active: true, ...more });

const NO_WORKER = { kind: 'no_worker', minutes: 2 } as const;
const ISSUES = { kind: 'workflow_issues' } as const;

const later = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS);
const subjects = (from = server) => from.mails.map(({ raw }) => /^Subject: (.*)\r$/m.exec(raw)?.[1]);
const history = async () => (await listAlerts(ctx, { limit: 20 })).data.map((alert) => Alert.parse(alert));

async function check(now: Date, by: 'worker' | 'web' = 'worker'): Promise<void> {
  await checkAlertRules({ by, now, workerSeenAt: now });
  await sendDueNotices(() => now);
}

test('credentials of an active integration that end soon raise an alert, until a later day is entered', async () => {
  await rule({ kind: 'credentials_end', days: 30 });
  const where = { environmentId: ctx.environmentId, id: mailId };
  await check(later(0));
  expect(await history()).toEqual([]);
  await prisma().integration.updateMany({ where, data: { credentialsEndOn: later(14_400) } });
  await check(later(1));
  expect(await history()).toMatchObject([{ words: expect.stringMatching(/: credentials end in 1[01] days$/) }]);
  await prisma().integration.updateMany({ where, data: { credentialsEndOn: later(144_000) } });
  await check(later(9));
  expect((await history())[0]).toHaveProperty('endedAt');
});

test('a failing integration raises an alert that arrives as a real email, and so does its end', async () => {
  await sampleIntegrations(ctx, ['sms']);
  const { id: integrationId } = await prisma().integration.findFirstOrThrow({
    where: { ...ctxWhere(), channel: 'sms' },
  });
  const failures = { kind: 'integration_failures', integrationId, percent: 50, minutes: 15, messages: 2 } as const;
  const { _id } = await rule(failures, { name: 'Texts fail' });
  await check(later(0));
  expect(server.mails).toEqual([]);
  const workflow = await sampleWorkflow(ctx, [SMS]);
  for (const phone of [REJECTED, '+15555550123']) await trigger(ctx, workflow, { subscriberId: phone, phone });
  await sample.drain();
  await writeTallies();

  await check(later(1));
  expect(server.mails.map(({ from, to }) => [from, to])).toEqual([['belfry@shop.example', [TO]]]);
  expect(subjects()).toEqual(['Alert: Texts fail']);
  expect(server.mails[0]?.raw).toContain('1 of 2 messages (50%) through sms failed in the last 15 minutes.');
  const [raised] = (await listAlertRules(ctx)).map((each) => AlertRule.parse(each));
  expect(raised).toMatchObject({ _id, alert: { notices: [{ about: 'raised', to: TO, sandboxed: false }] } });

  await check(later(2));
  expect(server.mails, 'an alert that lasts is sent once').toHaveLength(1);
  await check(later(30));
  expect(subjects()).toEqual(['Alert: Texts fail', 'Resolved: Texts fail']);
  expect(await history()).toMatchObject([
    {
      endCause: 'resolved',
      notices: [{ about: 'raised' }, { about: 'resolved' }],
      endWords: expect.stringContaining('No message'),
    },
  ]);
  expect((await listAlertRules(ctx))[0]?.alert).toBeUndefined();
});

const ctxWhere = () => ({ environmentId: ctx.environmentId });

/** An active workflow with an issue. */
const broken = () => sampleWorkflow(ctx, [{ ...SMS, controlValues: { body: '{{ nothing.here }}' } }]);

test('only one of many simultaneous processes sends an alert', async () => {
  await broken();
  await rule(ISSUES);
  await rule(ISSUES, { name: 'Again' });
  const now = later(0);
  await Promise.all(Array.from({ length: 6 }, () => check(now)));
  await Promise.all(Array.from({ length: 6 }, () => check(now)));
  expect(subjects().sort()).toEqual(['Alert: Again', 'Alert: Trouble']);
  expect(await prisma().alert.count({ where: ctxWhere() })).toBe(2);
  await prisma().workflow.updateMany({ where: ctxWhere(), data: { active: false } });
  await Promise.all(Array.from({ length: 6 }, () => check(later(5))));
  expect(subjects().sort()).toEqual(['Alert: Again', 'Alert: Trouble', 'Resolved: Again', 'Resolved: Trouble']);
});

test('without a worker, the web processes send one alert, and one after the return of a worker', async () => {
  await rule(NO_WORKER);
  const [first, second] = [new AlertWatch(later(0)), new AlertWatch(later(0))];
  await Promise.all([first.turn(later(1)), second.turn(later(1))]);
  expect(server.mails).toEqual([]);
  await Promise.all([first.turn(later(3)), second.turn(later(3))]);
  await new AlertWatch(later(8)).turn(later(8));
  expect(subjects(), 'a web process that has just started does not end it').toEqual(['Alert: Trouble']);
  expect(server.mails[0]?.raw).toContain('No worker has been alive for 3 min');
  const back = later(10);
  await prisma().worker.create({ data: { id: newId(), lockKey: 1n, startedAt: back, seenAt: back } });
  await Promise.all([first.turn(back), second.turn(back)]);
  await prisma().worker.deleteMany();
  expect(subjects()).toEqual(['Alert: Trouble', 'Resolved: Trouble']);
});

test('the web process also checks the oldest work, because no worker exists', async () => {
  await sampleIntegrations(ctx, ['sms']);
  await rule({ kind: 'oldest_work', minutes: 5 }, { name: 'Late' });
  await trigger(ctx, await sampleWorkflow(ctx, [SMS]), { subscriberId: 'jane', phone: '+15555550123' });
  const watch = new AlertWatch(later(0));
  await watch.turn(later(4));
  expect(server.mails).toEqual([]);
  await watch.turn(later(6));
  expect(subjects()).toEqual(['Alert: Late']);
});

test('an alert raised in quiet hours is sent at their end, if it still holds', async () => {
  const quietHours = { from: '22:00', to: '07:00', timezone: 'UTC' };
  await broken();
  await rule(ISSUES, { quietHours });
  const at = (time: string) => new Date(`2031-03-0${time}:00.000Z`);
  await check(at('1T23:00'));
  await check(at('2T06:59'));
  expect(server.mails).toEqual([]);
  await check(at('2T07:00'));
  expect(subjects()).toEqual(['Alert: Trouble']);
  await prisma().workflow.updateMany({ where: ctxWhere(), data: { active: false } });
  await check(at('2T22:30'));
  expect(subjects(), 'the end waits too').toHaveLength(1);
  await check(at('3T07:00'));
  expect(subjects()).toEqual(['Alert: Trouble', 'Resolved: Trouble']);
});

test('many notices in quiet hours do not delay others', async () => {
  const night = new Date('2031-03-01T23:00:00.000Z');
  const { _id: ruleId } = await rule(ISSUES, { quietHours: { from: '22:00', to: '07:00', timezone: 'UTC' } });
  const ended = {
    kind: 'workflow_issues',
    words: 'One',
    raisedAt: new Date(0),
    heldAt: new Date(0),
    endedAt: new Date(0),
  };
  await prisma().alert.createMany({
    data: Array.from({ length: 100 }, (_, at) => ({
      ...ended,
      ...ctxWhere(),
      id: newId(new Date(at)),
      ruleId,
      ruleName: 'Quiet',
      endCause: 'resolved',
      pending: 'resolved',
      nextTryAt: new Date(at),
    })),
  });
  await broken();
  await rule(ISSUES, { name: 'Loud' });
  await check(night);
  await check(night);
  expect(subjects()).toEqual(['Alert: Loud']);
});

test('a deleted workflow raises no alert', async () => {
  await broken();
  await prisma().workflow.updateMany({ where: ctxWhere(), data: { deletedAt: new Date() } });
  await rule(ISSUES);
  await check(later(0));
  expect(await history()).toEqual([]);
});

test('an alert that ends in quiet hours is not sent', async () => {
  const quietHours = { from: '22:00', to: '07:00', timezone: 'UTC' };
  await broken();
  await rule(ISSUES, { quietHours });
  await check(new Date('2031-03-01T23:00:00.000Z'));
  await prisma().workflow.updateMany({ where: ctxWhere(), data: { active: false } });
  await check(new Date('2031-03-02T01:00:00.000Z'));
  await check(new Date('2031-03-02T08:00:00.000Z'));
  expect(server.mails).toEqual([]);
  const [alert] = await history();
  expect(alert).toMatchObject({ endCause: 'resolved', notices: [] });
  expect(alert?.pending).toBeUndefined();
});

test('a failed notice is retried, and shows the problem', async () => {
  await broken();
  const { _id } = await rule(ISSUES);
  await prisma().integration.updateMany({ where: { ...ctxWhere(), id: mailId }, data: { deletedAt: new Date() } });
  await check(later(0));
  expect((await history())[0]).toMatchObject({
    notices: [],
    pending: { about: 'raised', attempts: 1 },
    problem: 'The integration that this rule sends through was deleted',
  });
  await check(later(0.5));
  expect((await history())[0]?.pending?.attempts, 'the pause has not passed').toBe(1);
  const other = await mailServer();
  await updateAlertRule(ctx, _id, { integrationId: await mailIntegration(other.port) });
  await check(later(2));
  expect(subjects(other)).toEqual(['Alert: Trouble']);
  expect((await history())[0]?.problem).toBeUndefined();
});

test('the oldest worker checks and sends, every minute', async () => {
  await broken();
  await rule(ISSUES);
  const names: string[] = [];
  const presence = {
    alone: async (name: string, work: () => Promise<void>) => {
      names.push(name);
      if (name === 'alerts') await work();
      return true;
    },
  } as Presence;
  const upkeep = new Upkeep();
  for (let turn = 0; turn < 3; turn++) await upkeep.turn(presence);
  await expect.poll(() => subjects()).toEqual(['Alert: Trouble']);
  expect(names.filter((name) => name === 'alerts')).toHaveLength(1);
  await upkeep.stop(1000);
});

test('a paused or deleted rule ends its alert without a message', async () => {
  await broken();
  const [paused, deleted] = [await rule(ISSUES, { name: 'Paused' }), await rule(ISSUES, { name: 'Deleted' })];
  await check(later(0));
  await updateAlertRule(ctx, paused._id, { active: false });
  await deleteAlertRule(ctx, deleted._id);
  await check(later(10));
  expect(subjects().sort()).toEqual(['Alert: Deleted', 'Alert: Paused']);
  expect((await history()).map(({ ruleName, endCause }) => [ruleName, endCause]).sort()).toEqual([
    ['Deleted', 'deleted'],
    ['Paused', 'paused'],
  ]);
});

test('a rule does not send through the integration that it watches', async () => {
  const failures = {
    kind: 'integration_failures',
    integrationId: mailId,
    percent: 50,
    minutes: 15,
    messages: 2,
  } as const;
  const fields = (promise: Promise<unknown>) =>
    promise.then(
      () => undefined,
      (error) => [error.status, Object.keys(error.extra?.errors ?? error.errors ?? {})],
    );
  expect(await fields(rule(failures))).toEqual([422, ['integrationId']]);
  expect(await fields(rule(ISSUES, { integrationId: newId() }))).toEqual([422, ['integrationId']]);
  expect(await fields(rule(ISSUES, { to: 'no address' }))).toEqual([422, ['to']]);
  const { _id } = await rule(ISSUES);
  expect(await fields(updateAlertRule(ctx, _id, { condition: NO_WORKER }))).toEqual([422, ['condition.kind']]);
});

test('a test alert is sent immediately, also in quiet hours, and its webhook URL is neither stored nor logged in plain text', async () => {
  const { _id } = await rule(ISSUES, { quietHours: { from: '00:00', to: '23:59', timezone: 'UTC' } });
  expect(await testAlertRule(ctx, _id)).toMatchObject({ outcome: 'succeeded' });
  expect(subjects()).toEqual(['Test alert: Trouble']);
  await sampleIntegrations(ctx, ['chat']);
  const { id: chatId } = await prisma().integration.findFirstOrThrow({ where: { ...ctxWhere(), channel: 'chat' } });
  const url = 'https://hooks.chat.example/services/T0/SECRET';
  const changed = await updateAlertRule(ctx, _id, { integrationId: chatId, to: url });
  expect(changed).toMatchObject({ to: url, problem: expect.stringContaining('sandbox') });
  expect(await testAlertRule(ctx, _id)).toMatchObject({ outcome: 'sandboxed' });
  const stored = JSON.stringify([await prisma().alertRule.findMany(), await prisma().auditEntry.findMany()]);
  expect(stored).toContain('hooks.chat.example/…');
  expect(stored).not.toContain('SECRET');
});
