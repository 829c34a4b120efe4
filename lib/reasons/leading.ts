/** Decides which of several steps comes first in the row of a run, the run, Explain and a ticket. */
import { REASONS, type Reason } from './registry.ts';

/** Rules of the workflow itself, which did what they are for. */
const INTENDED = new Set(['step', 'topic', 'workflow']);

/**
 * How much a reason matters for why nothing arrived, 0 the most: what failed, what was missing (an address, a device),
 * what the recipient chose, then what the workflow intends. Nothing recorded comes last.
 */
function weightOf(reason: Reason | undefined): number {
  if (!reason) return 4;
  const { status, layer } = REASONS[reason.code];
  if (status === 'Failed') return 0;
  if (status === 'Warning') return 1;
  return INTENDED.has(layer) ? 3 : 2;
}

/** Whether something failed or was missing, rather than chosen or intended. */
export function canBePutRight(reason: Reason): boolean {
  return weightOf(reason) <= 1;
}

/** Whether a rule of the workflow decided, as its author intended. */
export function isIntended(reason: Reason): boolean {
  return weightOf(reason) === 3;
}

/** The step whose reason leads: what can be put right comes before what was skipped on purpose, else the first. */
export function leadingStep<Step>(
  steps: readonly Step[],
  reasonOf: (step: Step) => Reason | undefined,
): Step | undefined {
  return leadingFirst(steps, reasonOf)[0];
}

/** The steps in the order in which a summary names them: the leading step first. The sort is stable. */
export function leadingFirst<Step>(steps: readonly Step[], reasonOf: (step: Step) => Reason | undefined): Step[] {
  return steps.toSorted((one, other) => weightOf(reasonOf(one)) - weightOf(reasonOf(other)));
}
