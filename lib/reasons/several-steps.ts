/**
 * Builds the sentence about several steps: "SMS and email skipped: no phone number, no email address". The row of a
 * run, its page and Explain all show this sentence. Runs in the browser too.
 */

import { stepLabels } from '#lib/steps/labels.ts';
import { lowerFirst } from '#lib/text/lower-first.ts';
import type { About } from './definition.ts';
import { isCancellation, outcomeOf, predicateOf, type Reason, whyOf } from './registry.ts';
import { listOf, type StepSummaryInput, stepSummary } from './step-summary.ts';

/** The maximum number of clauses. A longer sentence would repeat the timeline. */
const MAX_CLAUSES = 3;

/**
 * Returns the results of several steps without full stop: "Email skipped: no email address; SMS and push cancelled by
 * Ann". Keeps the given order, leading step first. Steps share a clause if they were skipped for the same reason,
 * skipped for lack of an address, or cancelled together. For a single step, returns its `stepSummary`.
 */
export function stepsSummary(steps: readonly StepSummaryInput[], about: About = {}): string {
  const groups = [...Map.groupBy(steps, (step) => groupOf(step, about) ?? step).values()];
  const clauses = groups.slice(0, MAX_CLAUSES).map((group) => clauseOf(group, about));
  const left = groups.slice(MAX_CLAUSES).flat().length;
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

/** Reasons that name what is missing, so a clause for several channels stays clear. */
const MISSING: ReadonlySet<string> = new Set(['no_address', 'no_channel', 'no_token']);

/** Returns the key of the clause that a step shares with other steps. Undefined if the step gets a separate clause. */
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
