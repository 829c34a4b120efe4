/**
 * The one sentence about several steps: "SMS and email skipped: no phone number, no email address". The row of a run, the
 * run and Explain take it from here, so that they say the same. Runs in the browser too.
 */

import { stepLabels } from '#lib/steps/labels.ts';
import { lowerFirst } from '#lib/text/lower-first.ts';
import type { About } from './definition.ts';
import { isCancellation, outcomeOf, predicateOf, type Reason, whyOf } from './registry.ts';
import { listOf, type StepSummaryInput, stepSummary } from './step-summary.ts';

/** More clauses would be the timeline itself. */
const MOST_CLAUSES = 3;

/**
 * What became of several steps, the one that leads first: those that were skipped for the same reason or for want of an
 * address in one clause, and those that were cancelled together, any other in one of its own: "Email skipped: no email
 * address; SMS and push cancelled by Ann".
 * For one step its `stepSummary`. Without a full stop.
 */
export function stepsSummary(steps: readonly StepSummaryInput[], about: About = {}): string {
  const groups = [...Map.groupBy(steps, (step) => groupOf(step, about) ?? step).values()];
  const clauses = groups.slice(0, MOST_CLAUSES).map((group) => clauseOf(group, about));
  const left = groups.slice(MOST_CLAUSES).flat().length;
  return [
    ...clauses.map((clause, at) => (at === 0 ? clause : lowerFirst(clause))),
    ...(left > 0 ? [`${left} more`] : []),
  ].join('; ');
}

function clauseOf(group: readonly StepSummaryInput[], about: About): string {
  const [first] = group;
  if (!first) return '';
  const summary = stepSummary(first, about);
  if (group.length === 1) return summary;
  const labels = listOf(group.flatMap((step) => labelOf(step) ?? []));
  if (first.reason && isCancellation(first.reason)) return `${labels} ${cancelledText(first.reason, about)}`;
  const whys = new Set(group.flatMap(({ reason }) => (reason ? [whyOf(reason, about)] : [])));
  return `${labels} skipped: ${[...whys].join(', ')}`;
}

function cancelledText(reason: Reason, about: About): string {
  return predicateOf(reason, about) ?? `cancelled: ${whyOf(reason, about)}`;
}

/** These name what their channel lacks, so it is clear without the channel which is whose. */
const MISSING: ReadonlySet<string> = new Set(['no_address', 'no_channel', 'no_token']);

/** The key of the clause that a step shares with other steps. Undefined: the step has a clause of its own. */
function groupOf(step: StepSummaryInput, about: About): string | undefined {
  const { reason } = step;
  if (reason && labelOf(step) && isCancellation(reason)) return cancelledText(reason, about);
  if (!reason || !labelOf(step) || (step.outcome ?? outcomeOf(reason)) !== 'skipped') return undefined;
  if (predicateOf(reason, about) !== undefined) return undefined;
  return MISSING.has(reason.code) ? 'missing' : whyOf(reason, about);
}

function labelOf({ type, label = type && stepLabels[type] }: StepSummaryInput): string | undefined {
  return label;
}
