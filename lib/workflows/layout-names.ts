import { ApiError } from '#lib/api/errors.ts';
import { LAYOUT_STEPS, lockLayouts, selectUnknownLayouts } from '#lib/layouts/query.ts';
import { layoutReference } from '#lib/layouts/reference.ts';
import { shortened } from './definition.ts';
import type { StepContent } from './schema.ts';
import type { VersionCause } from './version-store.ts';

interface Saved {
  steps: readonly StepContent[];
  /** The steps that are there, the same ones by `_id`. */
  stored: readonly StepContent[];
  cause: VersionCause;
}

/**
 * Refuses steps that name a layout which the environment does not have. A step that named it before keeps it: what was stored while
 * the layout was there, or before it was looked for, can still be saved. Until the end of the transaction no layout is deleted.
 *
 * @throws ApiError `unprocessable`; where the steps were not written by the caller but copied, its message says what to do.
 */
export async function assertLayoutsExist(environmentId: string, { steps, stored, cause }: Saved): Promise<void> {
  const before = new Map(stored.map((step) => [step._id, nameIn(step)]));
  const given = steps.flatMap((step, at) => {
    const name = nameIn(step);
    return name === undefined || name === before.get(step._id) ? [] : [{ name, at }];
  });
  if (given.length === 0) return;
  await lockLayouts(environmentId);
  const unknown = await selectUnknownLayouts(environmentId, [...new Set(given.map(({ name }) => name))]);
  const missing = given.filter(({ name }) => unknown.has(name));
  const [first] = missing;
  if (!first) return;
  const messages = ['names no layout of this environment'];
  const errors = missing.map(({ at }) => [`steps.${at}.controlValues.layoutId`, { messages }] as const);
  throw new ApiError('unprocessable', COPIES.includes(cause) ? missingMessage(first.name) : 'Validation Error', {
    errors: Object.fromEntries(errors),
  });
}

const COPIES: readonly VersionCause[] = ['restore', 'duplicate', 'sync'];

/** Layouts of two environments have the same identifier at most, never the same `_id` or slug. */
function missingMessage(name: string): string {
  const remedy = layoutReference(name).id === undefined ? '' : ', and let the step name it by its identifier';
  return `The environment has no layout "${shortened(name, 100)}". Copy or create it there first${remedy}.`;
}

/** The layout that a step names. An empty name is no name. */
function nameIn({ type, controlValues: { layoutId } }: StepContent): string | undefined {
  return LAYOUT_STEPS.includes(type) && typeof layoutId === 'string' && layoutId !== '' ? layoutId : undefined;
}
