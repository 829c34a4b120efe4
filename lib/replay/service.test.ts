import { beforeAll, describe, expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import type { Role } from '#lib/auth/permissions.ts';
import { newId } from '#lib/id.ts';
import type { JsonObject } from '#lib/json/values.ts';
import { prisma } from '#lib/postgres/db.ts';
import { type Sample, sampleEnvironment, sampleIntegrations, sampleWorkflow, trigger } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { replayDraft } from './service.ts';

ownScratchDatabase();

const sms = (body: string, more: JsonObject = {}) => ({
  stepId: 'sms',
  name: 'Code',
  type: 'sms',
  controlValues: { body, ...more },
});
const FREE = { '==': [{ var: 'payload.plan' }, 'free'] };

let sample: Sample;
let workflowId: string;

/**
 * Three SMS runs through one integration, of subscribers with the plans free, pro and pro. The last subscriber has no
 * name.
 */
beforeAll(async () => {
  sample = await sampleEnvironment();
  const { ctx } = sample;
  await sampleIntegrations(ctx, ['sms', 'in_app']);
  workflowId = await sampleWorkflow(ctx, [sms('Hello {{ payload.name }}')]);
  for (const [at, payload] of [{ plan: 'free', name: 'Ann' }, { plan: 'pro', name: 'Bo' }, { plan: 'pro' }].entries())
    await trigger(ctx, workflowId, { subscriberId: `s${at}`, phone: '+15555550123' }, { payload });
  await sample.drain();
});

const replay = (steps: readonly object[], more: object = {}, ctx: Ctx = sample.ctx) =>
  replayDraft(ctx, workflowId, { workflow: { name: 'Sample', steps } as never, limit: 200, ...more });

/** Returns the stored step. With its `_id`, a draft changes this step. */
async function storedStep(): Promise<{ _id: string }> {
  const { environmentId } = sample.ctx;
  const { id } = await prisma().workflowStep.findFirstOrThrow({ where: { environmentId, stepId: 'sms' } });
  return { _id: id };
}

test('the saved workflow as a draft changes nothing', async () => {
  const result = await replay([{ ...(await storedStep()), ...sms('Hello {{ payload.name }}') }]);
  expect(result).toMatchObject({ runs: 3, same: 3, unlikeRecord: 0, unfinished: 0, differences: [], isPartial: false });
});

test('a skip rule skips the runs that match it, and other texts differ', async () => {
  const changed = sms('Hello {{ payload.name | default: "you" }}', { skip: FREE });
  const result = await replay([{ ...(await storedStep()), ...changed }]);
  expect(result.changes).toEqual({ rejected: 0, fails: 0, skipped: 1, sent: 0, texts: 1, other: 0 });
  expect(result.same).toBe(1);
  const [texts, skipped] = result.differences;
  expect([texts, skipped].map((each) => each?.subscriber?.subscriberId)).toEqual(['s2', 's0']);
  expect(texts?.steps[0]).toMatchObject({ saved: { text: 'Hello ' }, draft: { text: 'Hello you' } });
  expect(skipped?.steps[0]).toMatchObject({
    change: 'skipped',
    saved: { reason: { code: 'would_send' } },
    draft: { reason: { code: 'skip_condition' } },
    recorded: { reason: { code: 'sandboxed' } },
  });
});

test('a template that cannot be rendered fails, and a required property rejects', async () => {
  const step = { ...(await storedStep()), ...sms('{{ payload.name | no_such_filter }}') };
  expect((await replay([step])).changes.fails).toBe(3);
  const schema = { type: 'object', required: ['name'] };
  const workflow = { name: 'Sample', steps: [step], payloadSchema: schema, validatePayload: true };
  const { changes, differences } = await replay([], { workflow });
  expect(changes).toMatchObject({ rejected: 1, fails: 2 });
  expect(differences[0]?.rejected?.summary).toContain('name');
});

test('an added step sends, and a removed step no longer does', async () => {
  const inApp = { stepId: 'inbox', name: 'Inbox', type: 'in_app', controlValues: { body: 'Hi', subject: 'Hi' } };
  const kept = { ...(await storedStep()), ...sms('Hello {{ payload.name }}') };
  expect((await replay([kept, inApp])).changes.sent).toBe(3);
  expect((await replay([inApp])).changes.skipped).toBe(3);
});

test('a replay continues after the last run', async () => {
  const steps = [{ ...(await storedStep()), ...sms('Hello {{ payload.name }}') }];
  const first = await replay(steps, { limit: 2 });
  expect(first).toMatchObject({ runs: 2, isPartial: false });
  const rest = await replay(steps, { before: first.next });
  expect(rest).toMatchObject({ runs: 1 });
  expect(rest.next).toBeUndefined();
});

test('a replay writes nothing', async () => {
  const { environmentId } = sample.ctx;
  const counts = () =>
    Promise.all([
      prisma().notification.count({ where: { environmentId } }),
      prisma().message.count({ where: { environmentId } }),
      prisma().executionDetail.count({ where: { environmentId } }),
      prisma().work.count({ where: { environmentId } }),
      prisma().auditEntry.count(),
    ]);
  const before = await counts();
  await replay([sms('Other')]);
  expect(await counts()).toEqual(before);
});

test('a workflow of another environment is not found', async () => {
  const other = await sampleEnvironment();
  await expect(replay([sms('A')], {}, other.ctx)).rejects.toThrow('cannot be found');
});

describe('a sensitive workflow', () => {
  const member = (role: Role): Ctx => ({
    ...sample.ctx,
    actor: { type: 'user', userId: newId(), sessionId: newId(), role, email: 'a@b.example' },
  });

  beforeAll(async () => {
    await prisma().workflow.updateMany({
      where: { environmentId: sample.ctx.environmentId },
      data: { isSensitive: true },
    });
  });

  test('has withheld texts until a member reveals them', async () => {
    const result = await replay([sms('Bye {{ payload.name }}')], {}, member('developer'));
    expect(result.changes).toMatchObject({ texts: 3 });
    expect(JSON.stringify(result)).not.toMatch(/Hello|Bye|Bo\b/);
    expect(result.differences[0]?.withheld).toBe(true);
  });

  test('can be revealed by a member with the permission, with an audit record', async () => {
    const step = { ...(await storedStep()), ...sms('Bye {{ payload.name }}') };
    const result = await replay([step], { reveal: true }, member('developer'));
    expect(JSON.stringify(result)).toContain('Bye Bo');
    expect(await prisma().auditEntry.count({ where: { action: 'workflows.reveal' } })).toBe(1);
    await expect(replay([step], { reveal: true }, member('support'))).rejects.toThrow();
  });
});
