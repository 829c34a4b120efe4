import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '#lib/json/values.ts';
import { changesBetween } from '#lib/workflows/changes.ts';
import type { WorkflowRecord } from '#lib/workflows/query.ts';
import { shownTo } from '#lib/workflows/secrets.ts';
import type { StepContent, WorkflowDefinition } from '#lib/workflows/version-schema.ts';
import type { Comparison } from './comparison.ts';
import type { ChangeSummary, ResourceChange } from './schema.ts';

const REGULAR = { resourceType: 'REGULAR' } as const;

/**
 * Returns the changes in the target, the workflow's own first. Empty if nothing changes. Secrets are masked, even for
 * readers who may see them.
 */
export function resourceChanges({ source, target, status, definition, before }: Comparison): ResourceChange[] {
  if (status === 'same') return [];
  const own: ResourceChange = {
    ...REGULAR,
    action: target ? 'modified' : 'added',
    sourceResource: workflowInfo(source),
    targetResource: target ? workflowInfo(target) : null,
  };
  if (!target || !before) return [own, ...definition.steps.map(addedStep)];
  const diffs = differing(fieldsOf(before), fieldsOf(definition));
  const isMarked = source.isSensitive && !target.isSensitive;
  const mark = isMarked ? { previous: { isSensitive: false }, new: { isSensitive: true } } : undefined;
  const all = {
    previous: { ...diffs?.previous, ...mark?.previous },
    new: { ...diffs?.new, ...mark?.new },
  };
  return [...(diffs || mark ? [{ ...own, diffs: all }] : []), ...stepChanges(before, definition)];
}

/** Counts the changes. An unchanged workflow counts as one. */
export function summaryOf(changes: readonly ResourceChange[]): ChangeSummary {
  const count = (...actions: string[]) => changes.filter(({ action }) => actions.includes(action)).length;
  return {
    added: count('added'),
    modified: count('modified', 'moved'),
    deleted: count('deleted'),
    unchanged: changes.length === 0 ? 1 : 0,
  };
}

export function workflowInfo({ identifier, name, updatedBy, updatedAt }: WorkflowRecord) {
  const author = updatedBy && {
    _id: updatedBy._id,
    firstName: updatedBy.firstName ?? '',
    lastName: updatedBy.lastName,
  };
  return { id: identifier, name, updatedBy: author, updatedAt };
}

function stepChanges(before: WorkflowDefinition, after: WorkflowDefinition): ResourceChange[] {
  const moved = movedSteps(before, after);
  const removed = before.steps.flatMap((step, previousIndex): ResourceChange[] =>
    after.steps.some(({ stepId }) => stepId === step.stepId)
      ? []
      : [{ ...ofStep(step), action: 'deleted', sourceResource: null, targetResource: stepInfo(step), previousIndex }],
  );
  const kept = after.steps.flatMap((step, newIndex): ResourceChange[] => {
    const previousIndex = before.steps.findIndex(({ stepId }) => stepId === step.stepId);
    const earlier = before.steps[previousIndex];
    if (!earlier) return [addedStep(step, newIndex)];
    const diffs = stepDiffs(earlier, step);
    if (!diffs && !moved.has(step.stepId)) return [];
    const place = { previousIndex, newIndex };
    const both = { sourceResource: stepInfo(step), targetResource: stepInfo(earlier) };
    return [{ ...ofStep(step), action: diffs ? 'modified' : 'moved', ...both, ...place, ...(diffs && { diffs }) }];
  });
  return [...removed, ...kept];
}

function movedSteps(before: WorkflowDefinition, after: WorkflowDefinition): Set<string> {
  const paths = changesBetween(before, after).map(({ path }) => path);
  const isMoved = ({ stepId }: StepContent) => paths.includes(`steps.${stepId}.position`);
  return new Set(after.steps.filter(isMoved).map(({ stepId }) => stepId));
}

function addedStep(step: StepContent, newIndex: number): ResourceChange {
  const added = { ...ofStep(step), action: 'added', sourceResource: stepInfo(step), targetResource: null } as const;
  const content = Object.entries(shownTo('everyone', step.type, step.controlValues)).filter(([, value]) =>
    isSet(value),
  );
  if (content.length === 0) return { ...added, newIndex };
  const diffs = { previous: { controlValues: {} }, new: { controlValues: Object.fromEntries(content) } };
  return { ...added, newIndex, diffs };
}

const isSet = (value: unknown) => value !== undefined && value !== null && value !== '';

function ofStep({ type }: StepContent) {
  return { ...REGULAR, stepType: type };
}

function stepInfo({ stepId, name }: StepContent) {
  return { id: stepId, name };
}

/** Compares the stored values, so that a changed secret counts, but returns masks. */
function stepDiffs(before: StepContent, after: StepContent) {
  const found = differing(shownFields(before, false), shownFields(after, false));
  if (!found) return undefined;
  const [previous, next] = [shownFields(before, true), shownFields(after, true)];
  const masked = (fields: JsonObject, keys: string[]) => Object.fromEntries(keys.map((key) => [key, fields[key]]));
  return { previous: masked(previous, Object.keys(found.previous)), new: masked(next, Object.keys(found.new)) };
}

function shownFields({ name, type, controlValues }: StepContent, isMasked: boolean): JsonObject {
  return { name, type, controlValues: isMasked ? shownTo('everyone', type, controlValues) : controlValues };
}

/** The fields of a workflow that publishing writes. */
function fieldsOf({ steps: _, active: __, workflowId: ___, ...fields }: WorkflowDefinition): JsonObject {
  return fields;
}

function differing(before: JsonObject, after: JsonObject): { previous: JsonObject; new: JsonObject } | undefined {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (key) => !isDeepStrictEqual(before[key], after[key]),
  );
  if (keys.length === 0) return undefined;
  const only = (fields: JsonObject) =>
    Object.fromEntries(keys.flatMap((key) => (fields[key] === undefined ? [] : [[key, fields[key]]])));
  return { previous: only(before), new: only(after) };
}
