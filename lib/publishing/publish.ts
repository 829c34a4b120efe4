import type { Ctx } from '#lib/api/context.ts';
import { audit } from '#lib/audit-log/service.ts';
import { keepVariables } from '#lib/environment-variables/lock.ts';
import { lockLayouts } from '#lib/layouts/query.ts';
import { namesLayout } from '#lib/layouts/reference.ts';
import { prisma, transaction } from '#lib/postgres/db.ts';
import { workflowReference } from '#lib/workflows/reference.ts';
import { lockIdentifier, lockWorkflowRow } from '#lib/workflows/store.ts';
import { copyLocked } from '#lib/workflows/sync.ts';
import { type Comparison, compareWorkflow, isBlocked } from './comparison.ts';
import { type Ends, requireEnds } from './environments.ts';
import { layoutStatus } from './layouts.ts';
import { insertPublication, type PublishedItems, type PublishedWorkflow } from './publication.ts';
import type { PublishBody, PublishResult } from './schema.ts';
import { readSide, type Side, type SideLayout } from './side.ts';
import { writeLayout } from './write-layout.ts';

/**
 * Publishes workflows, the layouts that they need, and the named layouts, in one transaction. Items that cannot be
 * published are found before the first write, and returned under `failed`. The other items are written together or not
 * at all. An existing workflow stays active or inactive. A new workflow is created inactive if something that it needs
 * is missing in the target. Nothing is deleted.
 *
 * @throws ApiError as `requireEnds`.
 */
export async function publishEnvironment(
  ctx: Ctx,
  targetEnvironmentId: string,
  body: PublishBody,
): Promise<PublishResult> {
  const ends = await requireEnds(ctx, targetEnvironmentId, body.sourceEnvironmentId);
  if (body.dryRun) return resultOf(await planOf(ends, body), undefined);
  return transaction(async () => {
    await lockAll(ctx, ends, body);
    const plan = await planOf(ends, body);
    const items = await write(ctx, ends, plan);
    if (items.workflows.length + items.layouts.length === 0) return resultOf(plan, undefined);
    const there = { ...ctx, environmentId: ends.target.id };
    const publicationId = await insertPublication(there, ends.source.id, items);
    await audit(there, {
      ...{ action: 'environments.publish', resourceType: 'environments' },
      ...{ resourceId: ends.target.id, resourceLabel: ends.target.name },
      after: {
        source: ends.source.name,
        workflows: items.workflows.map(({ identifier, action }) => `${identifier} ${action}`),
        layouts: items.layouts.map(({ identifier, action }) => `${identifier} ${action}`),
      },
    });
    return resultOf(plan, publicationId);
  });
}

interface Plan {
  publish: Comparison[];
  skip: Comparison[];
  fail: { id: string; name: string; error: string }[];
  layouts: { layout: SideLayout; action: 'created' | 'updated' }[];
  targetName: string;
}

async function planOf({ source, target }: Ends, { resources, layouts }: PublishBody): Promise<Plan> {
  const [here, there] = [await readSide(source), await readSide(target)];
  const { chosen, unknown } = choose(here, resources);
  const compared = chosen.map((workflow) => compareWorkflow(here, there, workflow));
  const unknownLayouts = layouts.filter((name) => !here.layouts.some((layout) => namesLayout(name, layout)));
  const publish = compared.filter((each) => each.status !== 'same' && !isBlocked(each));
  return {
    publish,
    skip: compared.filter(({ status }) => status === 'same'),
    fail: [
      ...compared.filter(isBlocked).map(({ source: { identifier, name }, preflight }) => ({
        ...{ id: identifier, name },
        error: preflight.flatMap(({ effect, message }) => (effect === 'blocks' ? message : [])).join(' '),
      })),
      ...unknown.map((id) => ({ id, name: id, error: `${source.name} has no workflow “${id}”.` })),
      ...unknownLayouts.map((id) => ({ id, name: id, error: `${source.name} has no layout “${id}”.` })),
    ],
    layouts: layoutsToWrite(here, there, publish, layouts),
    targetName: target.name,
  };
}

function choose({ workflows }: Side, resources: PublishBody['resources']) {
  if (!resources) return { chosen: workflows, unknown: [] };
  const named = resources.map(({ resourceType, resourceId }) => {
    const { id, identifier } = workflowReference(resourceId);
    const isRegular = resourceType === 'REGULAR';
    const found =
      workflows.find((workflow) => workflow.id === id) ??
      workflows.find((workflow) => workflow.identifier === identifier);
    return { resourceId, workflow: isRegular ? found : undefined };
  });
  return {
    chosen: [...new Set(named.flatMap(({ workflow }) => workflow ?? []))],
    unknown: [...new Set(named.flatMap(({ resourceId, workflow }) => (workflow ? [] : resourceId)))],
  };
}

function layoutsToWrite(
  source: Side,
  target: Side,
  publish: readonly Comparison[],
  named: readonly string[],
): Plan['layouts'] {
  const coming = new Set(publish.flatMap(({ layouts }) => layouts));
  const chosen = source.layouts.filter(
    (layout) => coming.has(layout) || named.some((name) => namesLayout(name, layout)),
  );
  return chosen.flatMap((layout) => {
    const status = layoutStatus(layout, target);
    return status === 'same' ? [] : [{ layout, action: status === 'new' ? 'created' : 'updated' } as const];
  });
}

/**
 * Locks everything that the plan reads or writes. Identifiers come before rows and are sorted, so that publications in
 * opposite directions wait for each other instead of deadlocking.
 */
async function lockAll({ organizationId }: Ctx, { source, target }: Ends, { resources }: PublishBody): Promise<void> {
  await keepVariables(organizationId);
  const where = { environmentId: source.id, deletedAt: null };
  const rows = await prisma().workflow.findMany({ where, select: { id: true, identifier: true } });
  const named = resources?.map(({ resourceId }) => workflowReference(resourceId));
  const chosen = rows.filter(
    (row) => !named || named.some(({ id, identifier }) => row.id === id || row.identifier === identifier),
  );
  const identifiers = chosen.map(({ identifier }) => identifier).toSorted();
  for (const identifier of identifiers) await lockIdentifier(organizationId, identifier);
  for (const identifier of identifiers) {
    for (const { id } of [source, target].toSorted((a, b) => (a.id < b.id ? -1 : 1)))
      await lockWorkflowRow(id, { id: undefined, identifier });
  }
  await lockLayouts(target.id);
}

async function write(ctx: Ctx, { source, target }: Ends, { publish, layouts }: Plan): Promise<PublishedItems> {
  const [here, there] = [source, target].map(({ id }) => ({ ...ctx, environmentId: id })) as [Ctx, Ctx];
  const items: PublishedItems = { workflows: [], layouts: [] };
  for (const { layout } of layouts) items.layouts.push(await writeLayout(there, layout));
  for (const comparison of publish) {
    const id = await copyLocked(here, there, { record: comparison.source, definition: comparison.definition });
    items.workflows.push(await publishedWorkflow(target.id, id, comparison));
  }
  return items;
}

async function publishedWorkflow(
  environmentId: string,
  id: string,
  { target, definition }: Comparison,
): Promise<PublishedWorkflow> {
  const { version } = await prisma().workflow.findFirstOrThrow({ where: { environmentId, id } });
  const { workflowId: identifier, name } = definition;
  return { id, identifier, name, action: target ? 'updated' : 'created', version };
}

function resultOf(
  { publish, skip, fail, layouts, targetName }: Plan,
  publicationId: string | undefined,
): PublishResult {
  const named = (resourceId: string, resourceName: string) => ({
    ...{ resourceType: 'REGULAR' as const, resourceId, resourceName },
  });
  const successful = publish.map(({ source: { identifier }, target, definition: { name, active } }) => ({
    ...named(identifier, name),
    ...{ action: target ? ('updated' as const) : ('created' as const), active },
  }));
  const failed = fail.map(({ id, name, error }) => ({ ...named(id, name), error }));
  const skipped = skip.map(({ source: { identifier, name } }) => ({
    ...named(identifier, name),
    reason: `The content is the same in ${targetName}.`,
  }));
  const resources = successful.length + failed.length + skipped.length;
  const counts = { successful: successful.length, failed: failed.length, skipped: skipped.length };
  return {
    results: [{ resourceType: 'REGULAR', successful, failed, skipped, totalProcessed: resources }],
    summary: { resources, ...counts },
    layouts: layouts.map(({ layout: { identifier, name }, action }) => ({ layoutId: identifier, name, action })),
    ...(publicationId !== undefined && { publicationId }),
  };
}
