import { expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { preferencesOf } from '#lib/engine/attempt/checks.ts';
import { loadPreferences } from '#lib/engine/load/runs.ts';
import { newId } from '#lib/id.ts';
import { json, prisma } from '#lib/postgres/db.ts';
import { saveSubscribers } from '#lib/subscribers/changes.ts';
import { sampleEnvironment, sampleWorkflow } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { sampleRun } from '#testing/run.ts';
import { bulkUpdatePreferences, getPreferences, updatePreferences } from './service.ts';

ownScratchDatabase();

const ACME = ['tenant:acme'];
const SMS_STEP = { type: 'sms', name: 'Sms', controlValues: { body: 'Hello' } };
const CLOSED = { isEnabled: true, weeklySchedule: { monday: { isEnabled: false } } };

/** The places where a subscriber can make a choice, the strongest first. */
const PLACES = [
  { isOfWorkflow: true, contextKeys: ACME },
  { isOfWorkflow: true, contextKeys: [] },
  { isOfWorkflow: false, contextKeys: ACME },
  { isOfWorkflow: false, contextKeys: [] },
] as const;
const CHOICES = [undefined, true, false] as const;
type Choice = (typeof CHOICES)[number];

/** Every combination of choices at the four places. */
const COMBINATIONS = PLACES.reduce<Choice[][]>(
  (lists) => lists.flatMap((list) => CHOICES.map((choice) => [...list, choice])),
  [[]],
);

interface World {
  ctx: Ctx;
  workflow: { id: string; identifier: string };
}

async function world(): Promise<World> {
  const { ctx } = await sampleEnvironment();
  const identifier = await sampleWorkflow(ctx, [SMS_STEP]);
  const where = { environmentId: ctx.environmentId, identifier };
  return { ctx, workflow: await prisma().workflow.findFirstOrThrow({ where, select: { id: true, identifier: true } }) };
}

/** Adds a subscriber for each combination. @returns Subscriber.id by `subscriberId`. */
async function addSubscribers({ ctx, workflow }: World): Promise<Map<string, string>> {
  const { environmentId } = ctx;
  const names = COMBINATIONS.map((_, index) => ({ subscriberId: `s${index}` }));
  await saveSubscribers(ctx, { subscribers: names } as never);
  const rows = await prisma().subscriber.findMany({ where: { environmentId } });
  const ids = new Map(rows.map(({ subscriberId, id }) => [subscriberId, id]));
  const at = new Date();
  const data = COMBINATIONS.flatMap((choices, index) =>
    PLACES.flatMap(({ isOfWorkflow, contextKeys }, place) =>
      choices[place] === undefined
        ? []
        : {
            environmentId,
            id: newId(at),
            subscriberId: ids.get(`s${index}`) ?? '',
            workflowId: isOfWorkflow ? workflow.id : null,
            contextKeys: [...contextKeys],
            channels: json({ sms: choices[place] }),
            createdAt: at,
            updatedAt: at,
          },
    ),
  );
  await prisma().preference.createMany({ data });
  return ids;
}

test.each([{ contextKeys: ACME }, { contextKeys: [] }])(
  'the interface returns the decision of delivery in the context $contextKeys',
  async ({ contextKeys }) => {
    const made = await world();
    const ids = await addSubscribers(made);
    const { environmentId } = made.ctx;
    const stored = await loadPreferences(environmentId, [...ids.values()]);
    for (const [index, choices] of COMBINATIONS.entries()) {
      const applicable = choices.filter((_, place) => contextKeys === ACME || PLACES[place]?.contextKeys.length === 0);
      const expected = applicable.find((choice) => choice !== undefined) ?? true;
      const query = { criticality: 'all', contextKeys } as const;
      const [answered] = (await getPreferences(made.ctx, `s${index}`, query)).workflows;
      expect(answered?.channels.sms, `the interface for ${choices}`).toBe(expected);
      const run = sampleRun('sms', {
        preferences: stored.get(ids.get(`s${index}`) ?? '') ?? [],
        workflow: { id: made.workflow.id },
        notification: { contextKeys },
      });
      expect(preferencesOf(run).channel('sms').enabled, `delivery for ${choices}`).toBe(expected);
    }
  },
);

test('channels without a choice in a context use the choice without context, which stays', async () => {
  const { ctx, workflow } = await world();
  const { identifier: workflowId } = workflow;
  await saveSubscribers(ctx, { subscribers: [{ subscriberId: 'jane' }] } as never);
  const condition = { '==': [{ var: 'payload.plan' }, 'pro'] };
  await updatePreferences(ctx, 'jane', { schedule: CLOSED, channels: { push: false } });
  await updatePreferences(ctx, 'jane', { workflowId, channels: { sms: false, chat: false }, condition });
  const context = { tenant: 'acme' };
  const patched = await updatePreferences(ctx, 'jane', { workflowId, channels: { chat: true }, context });
  const [bulk] = await bulkUpdatePreferences(ctx, 'jane', {
    preferences: [{ workflowId, channels: { email: true } }],
    context,
  });
  expect(bulk).toMatchObject({ channels: { sms: false }, condition });
  const read = await getPreferences(ctx, 'jane', { criticality: 'all', contextKeys: ACME });
  for (const { global, workflows } of [patched, read]) {
    expect(global).toMatchObject({ channels: { push: false, email: true }, schedule: CLOSED });
    expect(workflows[0]).toMatchObject({ channels: { sms: false }, condition, updatedAt: expect.any(String) });
    const chosen = Object.fromEntries(workflows[0]?.choices?.map(({ channel, enabled }) => [channel, enabled]) ?? []);
    expect(chosen).toMatchObject({ sms: false, chat: true });
  }
  const rows = await prisma().preference.findMany({
    where: { environmentId: ctx.environmentId, workflowId: workflow.id },
    orderBy: { contextKeys: 'asc' },
  });
  expect(rows.map(({ contextKeys, channels }) => [contextKeys, channels])).toEqual([
    [[], { sms: false, chat: false }],
    [ACME, { chat: true, email: true }],
  ]);
  await updatePreferences(ctx, 'jane', { workflowId, channels: { chat: null, email: null }, context });
  const again = await getPreferences(ctx, 'jane', { criticality: 'all', contextKeys: ACME });
  expect(again.workflows[0]?.choices?.map(({ channel, enabled }) => [channel, enabled])).toEqual([
    ['sms', false],
    ['chat', false],
  ]);
});
