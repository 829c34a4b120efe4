import { expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { prisma, transaction } from '#lib/postgres/db.ts';
import { recompute } from '#lib/workflows/recompute.ts';
import { duplicateWorkflow, patchWorkflow, updateWorkflow } from '#lib/workflows/service.ts';
import { sampleEnvironment, sampleWorkflow } from '#testing/engine.ts';
import { untilWaiting } from '#testing/lock-waits.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { createEnvironmentVariable, deleteEnvironmentVariable, updateEnvironmentVariable } from './service.ts';

ownScratchDatabase();

const text = (body: string) => ({ type: 'sms', name: 'Text', controlValues: { body } });
const READER = text('See {{ env.SHOP }}');
const MISSING = expect.stringContaining('There is no environment variable `SHOP`');
const VARIABLE = { key: 'SHOP', type: 'string', isSecret: false } as const;

const created = (ctx: Ctx) =>
  createEnvironmentVariable(ctx, { ...VARIABLE, values: [{ _environmentId: ctx.environmentId, value: 'a' }] });

/** Replaces the only step of a workflow. */
async function saveText(ctx: Ctx, identifier: string, body: string): Promise<void> {
  const { environmentId } = ctx;
  const workflow = await prisma().workflow.findFirstOrThrow({ where: { environmentId, identifier } });
  await updateWorkflow(ctx, identifier, { name: workflow.name, steps: [text(body)] } as never);
}

async function issuesOf({ environmentId }: Ctx): Promise<string[]> {
  const steps = await prisma().workflowStep.findMany({ where: { environmentId }, orderBy: { id: 'asc' } });
  return steps.map(({ controlIssues }) => JSON.stringify(controlIssues));
}

/** Runs `second` after `first` has written and before it commits. */
async function interleaved(first: () => Promise<unknown>, second: () => Promise<unknown>): Promise<void> {
  const [written, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = transaction(async () => {
    await first();
    written.resolve();
    await release.promise;
  });
  await Promise.race([written.promise, holding]);
  const other = second();
  await Promise.race([other, untilWaiting(1)]);
  release.resolve();
  await Promise.all([holding, other]);
}

type Write = (ctx: Ctx, identifier: string) => Promise<unknown>;

const SAVES: Record<string, Write> = {
  'a workflow that is created': (ctx) => sampleWorkflow(ctx, [READER]),
  'a workflow that is changed': (ctx, identifier) => saveText(ctx, identifier, 'See {{ env.SHOP }}'),
};

test.each(Object.entries(SAVES))('%s has the issues of the variables at that time', async (_, save) => {
  for (const [change, isGone] of [
    [created, false],
    [(ctx: Ctx) => deleteEnvironmentVariable(ctx, 'SHOP'), true],
  ] as const) {
    for (const order of ['save first', 'variable first']) {
      const { ctx } = await sampleEnvironment();
      const identifier = await sampleWorkflow(ctx, [text('Hello')]);
      if (isGone) await created(ctx);
      const writes = [() => save(ctx, identifier), () => change(ctx)] as const;
      await (order === 'save first' ? interleaved(...writes) : interleaved(writes[1], writes[0]));
      expect((await issuesOf(ctx)).at(-1), `${order}, ${isGone}`).toEqual(isGone ? MISSING : 'null');
    }
  }
});

test('simultaneous saves and changes of variables do not deadlock', async () => {
  const { ctx } = await sampleEnvironment();
  const { environmentId } = ctx;
  const identifiers: string[] = [];
  for (let n = 0; n < 4; n++) identifiers.push(await sampleWorkflow(ctx, [READER]));
  await created(ctx);
  const { id = '' } = await prisma().workflow.findFirstOrThrow({ where: { environmentId } });
  await Promise.all([
    ...identifiers.map((identifier) => saveText(ctx, identifier, 'See {{ env.SHOP }} {{ env.STORE }}')),
    updateEnvironmentVariable(ctx, 'SHOP', { values: [{ _environmentId: environmentId, value: 'b' }] }),
    ...identifiers.map((identifier) => patchWorkflow(ctx, identifier, { tags: ['a'] } as never)),
    createEnvironmentVariable(ctx, { ...VARIABLE, key: 'STORE', values: [] }),
    duplicateWorkflow(ctx, identifiers[0] ?? '', { name: 'Copy' } as never),
    recompute(environmentId, id),
  ]);
  await deleteEnvironmentVariable(ctx, 'SHOP');
  expect(await issuesOf(ctx)).toEqual(Array(5).fill(MISSING));
});
