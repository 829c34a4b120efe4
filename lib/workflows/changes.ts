import diff, { type Difference } from 'microdiff';
import type { JsonObject } from '#lib/json/values.ts';
import type { Change, StepContent, WorkflowDefinition } from './version-schema.ts';

/** Lists that are compared as a whole and reported as one change, because the position of a tag has no meaning. */
const WHOLE = ['tags'] as const;

/**
 * Returns the differences between two definitions of one workflow, field by field. Steps are matched by `_id`,
 * otherwise by `stepId`. Paths contain the new `stepId`. A step that only moved up because another step was removed is
 * not listed. A step that changed its place among the others differs in `position`.
 */
export function changesBetween(before: WorkflowDefinition, after: WorkflowDefinition): Change[] {
  return [
    ...differences([], fieldsOf(before), fieldsOf(after)),
    ...WHOLE.flatMap((field) => whole(field, before[field], after[field])),
    ...stepChanges(before.steps, after.steps),
  ];
}

/** Returns changes as two maps from path to value, for the audit log. */
export function changedValues(changes: readonly Change[]): { before: JsonObject; after: JsonObject } {
  const side = (key: 'before' | 'after') =>
    Object.fromEntries(changes.filter((change) => key in change).map((change) => [change.path, change[key]]));
  return { before: side('before'), after: side('after') };
}

function fieldsOf({ steps: _, tags: __, ...fields }: WorkflowDefinition): JsonObject {
  return fields;
}

function whole(path: string, before: unknown, after: unknown): Change[] {
  return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ path, kind: 'changed', before, after }];
}

/** Returns the differences between two objects, field by field. The paths begin with `at`. */
export function differences(at: readonly string[], before: JsonObject, after: JsonObject): Change[] {
  return diff(before, after, { cyclesFix: false }).map((difference) => changeOf(at, difference));
}

function changeOf(at: readonly string[], difference: Difference): Change {
  const path = [...at, ...difference.path].join('.');
  if (difference.type === 'CREATE') return { path, kind: 'added', after: difference.value };
  if (difference.type === 'REMOVE') return { path, kind: 'removed', before: difference.oldValue };
  return { path, kind: 'changed', before: difference.oldValue, after: difference.value };
}

interface Pair {
  before: StepContent;
  after: StepContent;
  /** The positions of the step among all steps, before and after. */
  from: number;
  to: number;
}

function stepChanges(before: readonly StepContent[], after: readonly StepContent[]): Change[] {
  const pairs = pairsOf(before, after);
  const staying = stayingOf(pairs);
  const removed = before.filter((step) => !pairs.some((pair) => pair.before === step));
  return [
    ...removed.map((step): Change => ({ path: `steps.${step.stepId}`, kind: 'removed', before: step })),
    ...after.flatMap((step): Change[] => {
      const pair = pairs.find((each) => each.after === step);
      if (!pair) return [{ path: `steps.${step.stepId}`, kind: 'added', after: step }];
      const at = ['steps', step.stepId];
      const places = staying.has(pair) ? [] : differences(at, { position: pair.from }, { position: pair.to });
      return [...places, ...differences(at, withoutId(pair.before), withoutId(step))];
    }),
  ];
}

/** Matches the steps by `_id`, otherwise by `stepId`, in the order of `after`. */
function pairsOf(before: readonly StepContent[], after: readonly StepContent[]): Pair[] {
  const ids = new Set(after.map((step) => step._id));
  return after.flatMap((step, to) => {
    const same =
      before.find((other) => other._id === step._id) ??
      before.find((other) => other.stepId === step.stepId && !ids.has(other._id));
    return same ? [{ before: same, after: step, from: before.indexOf(same), to }] : [];
  });
}

/**
 * Returns the steps that are not listed as moved: the steps in the same position, plus the longest sequence that kept its
 * order. Moving the other steps produces the new order.
 */
function stayingOf(pairs: readonly Pair[]): Set<Pair> {
  const fixed = pairs.filter(({ from, to }) => from === to);
  const candidates = pairs.filter((pair) => fixed.every((other) => other === pair || inOrder(pair, other)));
  const rows: Pair[][] = [];
  for (const pair of candidates) {
    const before = rows.filter((row) => (row.at(-1)?.from ?? 0) < pair.from);
    rows.push([...longest(before), pair]);
  }
  return new Set(longest(rows));
}

function inOrder(one: Pair, other: Pair): boolean {
  return one.to < other.to === one.from < other.from;
}

function longest(rows: Pair[][]): Pair[] {
  return rows.reduce((most, row) => (row.length > most.length ? row : most), []);
}

function withoutId({ _id: _, ...step }: StepContent): JsonObject {
  return step;
}
