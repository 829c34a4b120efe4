import type { Note } from '#lib/engine/decision.ts';
import type { RunContext, RunLayout, RunStep } from '#lib/engine/run-context.ts';
import { namesLayout } from '#lib/layouts/reference.ts';
import { reasonFor } from '#lib/reasons/registry.ts';
import { stepType } from '#lib/steps/index.ts';
import { wantedLayout } from './overrides.ts';

/**
 * Returns the layout of an email step: the trigger's, otherwise the step's, otherwise the environment's default. A
 * trigger or step with null has no layout. If the layout was deleted, the email is sent without one, and a note records
 * this.
 */
export function chooseLayout(
  { job: { step }, notification, layouts }: RunContext,
  notes: Note[],
): RunLayout | undefined {
  if (!Object.values(stepType(step.type).templates).includes('body')) return undefined;
  const overridden = wantedLayout(notification.overrides, step);
  const wanted = overridden === undefined ? ownLayout(step) : overridden;
  if (wanted === null) return undefined;
  if (wanted === undefined) return layouts.find(({ isDefault }) => isDefault);
  const layout = layouts.find((each) => namesLayout(wanted, each));
  if (!layout) notes.push({ reason: reasonFor('layout_missing', { layout: wanted }) });
  return layout;
}

function ownLayout({ controls: { layoutId } }: RunStep): string | null | undefined {
  return layoutId === null || (typeof layoutId === 'string' && layoutId !== '') ? layoutId : undefined;
}
