import type { Ctx } from '#lib/api/context.ts';
import { prisma } from '#lib/postgres/db.ts';
import { resourceChanges, summaryOf, workflowInfo } from './changes.ts';
import { type Comparison, compareWorkflow } from './comparison.ts';
import { requireEnds } from './environments.ts';
import { layoutStatus } from './layouts.ts';
import { lastPublication } from './publication.ts';
import type { DiffBody, EnvironmentDiff, ResourceDiff } from './schema.ts';
import { readSide, type Side } from './side.ts';

/**
 * Compares the workflows of two environments. Returns the effect of publishing each workflow to the target.
 *
 * @throws ApiError as `requireEnds`.
 */
export async function diffEnvironments(
  ctx: Ctx,
  targetEnvironmentId: string,
  { sourceEnvironmentId }: DiffBody,
): Promise<EnvironmentDiff> {
  const ends = await requireEnds(ctx, targetEnvironmentId, sourceEnvironmentId);
  const [source, target] = [await readSide(ends.source), await readSide(ends.target)];
  const resources = source.workflows.map((workflow) => resourceDiff(compareWorkflow(source, target, workflow)));
  const totalChanges = resources.reduce((sum, { changes }) => sum + changes.length, 0);
  const last = await lastPublication(target.environment.id);
  return {
    sourceEnvironmentId: source.environment.id,
    targetEnvironmentId: target.environment.id,
    resources,
    summary: { totalEntities: resources.length, totalChanges, hasChanges: totalChanges > 0 },
    layouts: source.layouts.map((layout) => ({
      ...{ layoutId: layout.identifier, name: layout.name },
      status: layoutStatus(layout, target),
    })),
    variables: await variablesOnOneSide(ctx, source, target),
    onlyInTarget: {
      workflows: onlyIn(target.workflows, source.workflows),
      layouts: onlyIn(target.layouts, source.layouts),
    },
    ...(last && { lastPublication: last }),
  };
}

function resourceDiff(comparison: Comparison): ResourceDiff {
  const { source, target, status, definition, preflight, layouts } = comparison;
  const changes = resourceChanges(comparison);
  return {
    resourceType: 'REGULAR',
    sourceResource: workflowInfo(source),
    targetResource: target ? workflowInfo(target) : null,
    changes,
    summary: summaryOf(changes),
    status,
    activeHere: source.active,
    activeAfter: definition.active,
    ...(target && { activeThere: target.active }),
    preflight,
    layouts: layouts.map(({ identifier }) => identifier),
  };
}

interface Named {
  identifier: string;
  name: string;
}

function onlyIn(target: readonly Named[], source: readonly Named[]): { id: string; name: string }[] {
  const known = new Set(source.map(({ identifier }) => identifier));
  return target
    .filter(({ identifier }) => !known.has(identifier))
    .map(({ identifier, name }) => ({ id: identifier, name }));
}

async function variablesOnOneSide({ organizationId }: Ctx, source: Side, target: Side) {
  const rows = await prisma().environmentVariable.findMany({
    where: { organizationId },
    orderBy: { key: 'asc' },
    select: { key: true, isSecret: true },
  });
  return rows
    .map(({ key, isSecret }) => ({
      ...{ key, isSecret },
      inSource: source.variables.set.includes(key),
      inTarget: target.variables.set.includes(key),
    }))
    .filter(({ inSource, inTarget }) => inSource !== inTarget);
}
