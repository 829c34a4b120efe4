import { ApiError } from '#lib/api/errors.ts';
import { LAYOUT_STEPS, lockLayouts, selectUnknownLayouts } from '#lib/layouts/query.ts';
import { layoutReference } from '#lib/layouts/reference.ts';
import { shortened } from './definition.ts';
import type { StepContent } from './version-schema.ts';
import type { VersionCause } from './version-store.ts';

interface Saved {
  steps: readonly StepContent[];
  /** The currently stored steps, matched by `_id`. */
  stored: readonly StepContent[];
  cause: VersionCause;
}

/**
 * Checks that the layouts of all steps exist. A step may keep a missing layout that it named before, so that a workflow
 * can be saved after its layout was deleted. No layout can be deleted until the end of the transaction.
 *
 * @throws ApiError `unprocessable`. If the steps were copied instead of written by the caller, the message explains the
 * fix.
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

/**
 * Returns the message about a missing layout. Layouts of two environments can share an identifier, but never an `_id`
 * or slug.
 */
function missingMessage(name: string): string {
  const remedy = layoutReference(name).id === undefined ? '' : ', and let the step name it by its identifier';
  return `The environment has no layout "${shortened(name, 100)}". Copy or create it there first${remedy}.`;
}

/** Returns the layout that a step names. Undefined for an empty name. */
function nameIn({ type, controlValues: { layoutId } }: StepContent): string | undefined {
  return LAYOUT_STEPS.includes(type) && typeof layoutId === 'string' && layoutId !== '' ? layoutId : undefined;
}
