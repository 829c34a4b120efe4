/**
 * Reads control values as a caller writes them. Drafts may be incomplete, so all values are kept, and only wrong types
 * are reported.
 */
import type { z } from 'zod';
import type { JsonObject } from '#lib/json/values.ts';
import { valueAt } from '#lib/json/values.ts';
import type { StepType } from '#lib/steps/controls.ts';
import { STEPS, type WorkflowStepType } from '#lib/steps/index.ts';

export interface ReadControls {
  /** The given values, including unknown keys. A null counts as absent if the step's schema does not allow null. */
  values: JsonObject;
  /** Wrong types and values outside an enumeration. Paths start within `values`. */
  problems: z.core.$ZodIssue[];
}

/**
 * Reads `given` as the controls of a step of this type. Missing or unknown controls are not reported here, because the
 * analyser reports them as issues.
 */
export function readControls(type: WorkflowStepType, given: JsonObject): ReadControls {
  const { controls }: StepType = STEPS[type];
  const problems = controls.safeParse(given).error?.issues ?? [];
  // A null in a list is kept, because removing an element would shift the elements after it.
  const nulls = problems.filter(({ path }) => typeof path.at(-1) === 'string' && valueAt(given, path) === null);
  if (nulls.length > 0) {
    return readControls(
      type,
      without(
        given,
        nulls.map(({ path }) => path),
      ),
    );
  }
  return { values: given, problems: problems.filter((issue) => !isForTheAnalyser(issue, given)) };
}

function isForTheAnalyser({ code, path }: z.core.$ZodIssue, values: JsonObject): boolean {
  return code === 'unrecognized_keys' || valueAt(values, path) === undefined;
}

/** Returns a copy without the properties at `paths`, in one pass: a list may have thousands of them. */
function without<Value>(value: Value, paths: readonly PropertyKey[][]): Value {
  if (typeof value !== 'object' || value === null || paths.length === 0) return value;
  const inner = Map.groupBy(paths, ([key]) => key);
  const pathsIn = (key: PropertyKey) => inner.get(key) ?? [];
  const rest = (key: PropertyKey) => pathsIn(key).flatMap(([, ...path]) => (path.length > 0 ? [path] : []));
  if (Array.isArray(value)) return value.map((item, at) => without(item, rest(at))) as Value;
  const kept = Object.entries(value).filter(([name]) => !pathsIn(name).some((path) => path.length === 1));
  return Object.fromEntries(kept.map(([name, item]) => [name, without(item, rest(name))])) as Value;
}
