import { beforeEach, describe, expect, test } from 'vitest';
import { ANALYSER_VERSION } from '#lib/analyser/analyse.ts';
import type { Ctx } from '#lib/api/context.ts';
import { newId } from '#lib/id.ts';
import { createLayout, deleteLayout } from '#lib/layouts/service.ts';
import { prisma, query, transaction } from '#lib/postgres/db.ts';
import { untilWaiting } from '#testing/lock-waits.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { recomputeIssues } from './recompute.ts';
import {
  CreateWorkflowBody,
  DuplicateWorkflowBody,
  PatchWorkflowBody,
  UpdateWorkflowBody,
  type Workflow,
} from './schema.ts';
import { createWorkflow, duplicateWorkflow, patchWorkflow, updateWorkflow } from './service.ts';

let ctx: Ctx;

ownScratchDatabase();

beforeEach(async () => {
  const [organizationId, environmentId] = [newId(), newId()];
  await prisma().organization.create({ data: { id: organizationId, name: 'Test' } });
  await prisma().environment.create({
    data: { id: environmentId, organizationId, name: 'Test', slug: 'test', type: 'development' },
  });
  ctx = { organizationId, environmentId, actor: { type: 'system', job: 'test' }, requestId: 'test' };
});

const sms = (name: string, body = 'Hello') => ({ name, stepId: name, type: 'sms', controlValues: { body } });

async function create(steps: object[]): Promise<Workflow> {
  const body = CreateWorkflowBody.parse({ workflowId: 'test', name: 'Test', steps });
  return JSON.parse((await createWorkflow(ctx, body)).text) as Workflow;
}

/** Sends a PUT of the workflow with these steps. */
async function save({ workflowId, name }: Workflow, steps: object[]): Promise<Workflow> {
  const body = UpdateWorkflowBody.parse({ workflowId, name, steps, preferences: {} });
  return JSON.parse((await updateWorkflow(ctx, workflowId, body)).text) as Workflow;
}

interface StepRow {
  step_id: string;
  /** The ID of the transaction that last wrote the row. */
  xmin: string;
  position: number;
}

const rows = () =>
  query<StepRow>(
    'test-steps',
    'SELECT step_id, xmin::text, position FROM workflow_steps WHERE environment_id = $1 ORDER BY position',
    [ctx.environmentId],
  );

describe('the rows of steps', () => {
  test('stay untouched when a save changes other steps or the workflow alone', async () => {
    const workflow = await create([sms('one'), sms('two'), sms('three')]);
    const before = await rows();
    const [one, two, three] = workflow.steps;
    await patchWorkflow(ctx, 'test', PatchWorkflowBody.parse({ name: 'Renamed' }));
    expect(await rows()).toEqual(before);
    await save(workflow, [one, { ...two, controlValues: { body: 'Changed' } }, three].map(asBody));
    const after = await rows();
    expect([after[0], after[2]]).toEqual([before[0], before[2]]);
    expect(after[1]?.xmin).not.toBe(before[1]?.xmin);
  });

  test('keep fields outside of the editor, and can exchange their stepIds', async () => {
    const workflow = await create([sms('one'), sms('two')]);
    const { environmentId } = ctx;
    await prisma().workflowStep.updateMany({ where: { environmentId }, data: { shouldStopOnFail: true } });
    const [one, two] = workflow.steps.map(asBody);
    const saved = await save(workflow, [
      { ...one, stepId: 'two' },
      { ...two, stepId: 'one' },
    ]);
    expect(saved.steps.map(({ _id, stepId }) => [_id, stepId])).toEqual([
      [workflow.steps[0]?._id, 'two'],
      [workflow.steps[1]?._id, 'one'],
    ]);
    expect(await prisma().workflowStep.count({ where: { environmentId, shouldStopOnFail: true } })).toBe(2);
  });

  test('are deleted and created with the steps', async () => {
    const workflow = await create([sms('one'), sms('two')]);
    const before = await rows();
    const [, two] = workflow.steps.map(asBody);
    await save(workflow, [sms('new'), two as object]);
    const after = await rows();
    expect(after.map(({ step_id, position }) => [step_id, position])).toEqual([
      ['new', 0],
      ['two', 1],
    ]);
    expect(after[1]).toEqual(before[1]);
  });

  test('of a copy keep stored fields outside of the editor', async () => {
    await create([sms('one')]);
    const { environmentId } = ctx;
    const data = { active: false, filters: [{ value: 'x' }] };
    await prisma().workflowStep.updateMany({ where: { environmentId }, data });
    await duplicateWorkflow(ctx, 'test', DuplicateWorkflowBody.parse({}));
    expect(await prisma().workflowStep.findMany({ where: { environmentId } })).toMatchObject([data, data]);
  });

  test('get new issues from another version of the analyser, and stay untouched if the issues are equal', async () => {
    await create([sms('one'), sms('two', '')]);
    const [one, two] = await rows();
    const { environmentId } = ctx;
    await prisma().workflowStep.updateMany({ where: { environmentId, stepId: 'two' }, data: { controlIssues: {} } });
    await recomputeIssues();
    expect((await rows())[0]).toEqual(one);
    expect((await rows())[1]?.xmin).not.toBe(two?.xmin);
    const found = await prisma().workflowStep.findFirst({ where: { environmentId, stepId: 'two' } });
    expect(found?.controlIssues).toMatchObject({ body: [{ issueType: expect.any(String) }] });
    expect(await prisma().setting.findFirst({ where: { key: 'analyser' } })).toMatchObject({
      value: { version: ANALYSER_VERSION },
    });
  });
});

/** A step in the form in which a save sends it back. */
function asBody(step: Workflow['steps'][number] | object | undefined): object {
  const { _id, stepId, name, type, controlValues } = step as Workflow['steps'][number];
  return { _id, stepId, name, type, controlValues };
}

test('a layout cannot be deleted during a save that names it', async () => {
  await createLayout(ctx, { name: 'Default', layoutId: 'default' });
  await createLayout(ctx, { name: 'Other', layoutId: 'other' });
  const saved = Promise.withResolvers<void>();
  const commit = Promise.withResolvers<void>();
  const saving = transaction(async () => {
    await create([{ ...sms('mail'), type: 'email', controlValues: { subject: 'a', body: 'b', layoutId: 'other' } }]);
    saved.resolve();
    await commit.promise;
  });
  await saved.promise;
  const deleting = deleteLayout(ctx, 'other').then(
    () => 'deleted',
    (error: unknown) => (error as Error).message,
  );
  const soon = await Promise.race([deleting, untilWaiting(1).then(() => 'waits')]);
  commit.resolve();
  await saving;
  expect(soon).toBe('waits');
  expect(await deleting).toContain('A workflow uses this layout: "Test"');
});
