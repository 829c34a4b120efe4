/**
 * Decides which of several steps comes first in the row of a run, on the page of the run, in Explain and in a ticket.
 */
import { REASONS, type Reason } from './registry.ts';

/** Layers whose reasons are rules of the workflow that worked as intended. */
const INTENDED = new Set(['step', 'topic', 'workflow']);

/**
 * Returns the rank of a reason among the causes of a missing message, 0 first: a failure, a missing address or device, a
 * choice of the recipient, a rule of the workflow, no recorded reason.
 */
function weightOf(reason: Reason | undefined): number {
  if (!reason) return 4;
  const { status, layer } = REASONS[reason.code];
  if (status === 'Failed') return 0;
  if (status === 'Warning') return 1;
  return INTENDED.has(layer) ? 3 : 2;
}

/** Whether the reason is a failure or something missing, and not a choice or a rule of the workflow. */
export function isFixable(reason: Reason): boolean {
  return weightOf(reason) <= 1;
}

/** Whether a rule of the workflow decided, as its author intended. */
export function isIntended(reason: Reason): boolean {
  return weightOf(reason) === 3;
}

/** Returns the leading step: the step whose reason ranks first, or the earliest of several such steps. */
export function leadingStep<Step>(
  steps: readonly Step[],
  reasonOf: (step: Step) => Reason | undefined,
): Step | undefined {
  return leadingFirst(steps, reasonOf)[0];
}

/** Sorts the steps for a summary, which names the leading step first. The sort is stable. */
export function leadingFirst<Step>(steps: readonly Step[], reasonOf: (step: Step) => Reason | undefined): Step[] {
  return steps.toSorted((one, other) => weightOf(reasonOf(one)) - weightOf(reasonOf(other)));
}
