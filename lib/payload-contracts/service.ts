import type { Ctx } from '#lib/api/context.ts';
import { may } from '#lib/auth/may.ts';
import { prisma } from '#lib/postgres/db.ts';
import { keysThatTriggered } from '#lib/request-log/callers.ts';
import { isWorkflowStepType } from '#lib/steps/data-schema.ts';
import { stepType } from '#lib/steps/index.ts';
import { layoutOf } from '#lib/workflows/preview.ts';
import { stepUses } from '#lib/workflows/preview-payload.ts';
import type { WorkflowRecord } from '#lib/workflows/query.ts';
import { requireWorkflow } from '#lib/workflows/require-workflow.ts';
import { contractOf, type StepUse } from './contract.ts';
import { readSample, type Sample } from './sample.ts';
import type { PayloadContract } from './schema.ts';

/**
 * Compares the variables that a workflow reads with the payloads of its newest triggers.
 * @throws ApiError `not_found`.
 */
export async function getPayloadContract(ctx: Ctx, workflowId: string): Promise<PayloadContract> {
  const { environmentId } = ctx;
  const workflow = await requireWorkflow(ctx, workflowId);
  const sample = await readSample(environmentId, workflow.id);
  const { payloads, isWhole } = sample;
  const callers = may(ctx.actor, 'request-log:read') ? await callersOf(environmentId, sample) : undefined;
  const { id, identifier, name, payloadSchema } = workflow;
  return {
    workflow: { _id: id, workflowId: identifier, name, hasSchema: payloadSchema !== null },
    sample: {
      triggers: payloads.length,
      isWhole,
      from: payloads.at(-1)?.at.toISOString() ?? null,
      to: payloads[0]?.at.toISOString() ?? null,
    },
    ...(callers && { callers }),
    steps: workflow.steps.map((step) => ({ stepId: step.stepId, name: step.name })),
    ...contractOf({
      uses: await usesOf(ctx, workflow),
      schema: payloadSchema,
      samples: payloads,
      onlyKnown: workflow.isSensitive,
    }),
  };
}

async function callersOf(environmentId: string, { payloads, transactionIds }: Sample) {
  const oldest = payloads.at(-1);
  if (!oldest) return [];
  const since = new Date(oldest.at.getTime() - MAX_CALL_MS);
  const keys = await keysThatTriggered(environmentId, transactionIds, since);
  const where = { environmentId, id: { in: keys.map(({ apiKeyId }) => apiKeyId) } };
  const known = await prisma().apiKey.findMany({ where, select: { id: true, name: true } });
  const names = new Map(known.map(({ id, name }) => [id, name]));
  return keys.map(({ apiKeyId, transactionIds: own, lastAt }) => {
    const name = names.get(apiKeyId);
    return {
      apiKey: { _id: apiKeyId, ...(name !== undefined && { name }) },
      triggers: own.length,
      lastAt: lastAt.toISOString(),
    };
  });
}

/**
 * Maximum milliseconds between the start of a call and the creation of its runs. Calls that take longer are not found.
 */
const MAX_CALL_MS = 10_000;

async function usesOf(ctx: Ctx, { steps }: WorkflowRecord): Promise<StepUse[]> {
  const uses: StepUse[] = [];
  for (const { stepId, type, controlValues: controls } of steps) {
    if (!isWorkflowStepType(type)) continue;
    const definition = stepType(type);
    const { layout } = await layoutOf(ctx, definition, controls);
    const read = await stepUses(definition, controls, layout);
    uses.push(...read.map(({ path }) => ({ stepId, path })));
  }
  return uses;
}
