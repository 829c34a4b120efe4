import { isDeepStrictEqual } from 'node:util';
import { definitionOf } from '#lib/workflows/definition.ts';
import type { WorkflowRecord } from '#lib/workflows/query.ts';
import type { WorkflowDefinition } from '#lib/workflows/version-schema.ts';
import { layoutsNeeded, portable } from './layouts.ts';
import { preflight } from './preflight.ts';
import type { PreflightLine, PublishStatus } from './schema.ts';
import type { Side, SideLayout } from './side.ts';

/** The effect of publishing one workflow. */
export interface Comparison {
  source: WorkflowRecord;
  /** The workflow with the same identifier in the target. */
  target: WorkflowRecord | undefined;
  status: PublishStatus;
  /** The content to write. It names layouts by identifier, which is the same in both environments. */
  definition: WorkflowDefinition;
  /** The content in the target, in the same form. */
  before: WorkflowDefinition | undefined;
  preflight: PreflightLine[];
  /** The layouts that are published with the workflow. */
  layouts: SideLayout[];
}

/**
 * Compares a workflow of the source with the workflow of the same identifier in the target, without reading or writing
 * the database.
 */
export function compareWorkflow(source: Side, target: Side, workflow: WorkflowRecord): Comparison {
  const there = target.workflows.find(({ identifier }) => identifier === workflow.identifier);
  const written = portable(definitionOf(workflow), source.layouts);
  const before = there && portable(definitionOf(there), target.layouts);
  const gainsMark = there !== undefined && workflow.isSensitive && !there.isSensitive;
  const isSame = before !== undefined && !gainsMark && sameContent(written, before);
  const status = before === undefined ? 'new' : isSame ? 'same' : 'changed';
  const needed = isSame ? { coming: [], missing: [] } : layoutsNeeded(written, source, target);
  const lines = isSame ? [] : preflight({ definition: written, source, target, isNew: !there, gainsMark, ...needed });
  return {
    ...{ source: workflow, target: there, status, before, preflight: lines, layouts: needed.coming },
    definition: { ...written, active: there?.active ?? (workflow.active && !lines.some(isMissing)) },
  };
}

/** Whether publishing would fail. */
export function isBlocked({ preflight: lines }: Pick<Comparison, 'preflight'>): boolean {
  return lines.some(({ effect }) => effect === 'blocks');
}

function isMissing({ effect }: PreflightLine): boolean {
  return effect === 'pauses' || effect === 'blocks';
}

/**
 * Whether two definitions have the same content. The content excludes `active`, and the IDs of steps, which differ
 * between environments.
 */
function sameContent(one: WorkflowDefinition, other: WorkflowDefinition): boolean {
  const content = ({ active: _, steps, ...rest }: WorkflowDefinition) => ({
    ...rest,
    steps: steps.map(({ _id, ...step }) => step),
  });
  return isDeepStrictEqual(content(one), content(other));
}
