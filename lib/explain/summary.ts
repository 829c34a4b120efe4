/** Builds the sentence of an explanation. Runs in the browser too, with times in the reader's zone. */

import { outcomeText } from '#lib/notifications/status/run-sentence.ts';
import { mayHaveArrived, mostArrivals } from '#lib/notifications/status/unknown-attempts.ts';
import type { About } from '#lib/reasons/definition.ts';
import { outcomeOf, parseReason, type Reason, summaryOf } from '#lib/reasons/registry.ts';
import { stepsSummary } from '#lib/reasons/several-steps.ts';
import { ended } from '#lib/reasons/step-summary.ts';
import { stepLabels } from '#lib/steps/labels.ts';
import { nameOf } from '#lib/subscribers/name.ts';
import type { TextTimes } from '#lib/time/day-time.ts';
import { MINUTE_MS } from '#lib/time/durations.ts';
import type { ExplainedSubscriber, Explanation } from './schema.ts';

/** Returns the sentence of an explanation with times formatted by `times`. */
export function explanationSummary({ decisive, subscriber, summary, evidence }: Explanation, times: TextTimes): string {
  const reason = parseReason(decisive.reason);
  if (!reason) return summary;
  const about = aboutExplained(subscriber, decisive.run?.workflow.name, times);
  // The address that was used comes first, because the subscriber's address may have changed since.
  const used = evidence.find(({ field }) => field === 'addressUsed')?.value;
  return decisiveSummary(reason, decisive, {
    ...about,
    addresses: [...(typeof used === 'string' ? [used] : []), ...(about.addresses ?? [])],
  });
}

type Decided = Pick<Explanation['decisive'], 'step' | 'earlier' | 'at' | 'more' | 'outcome' | 'runSummary'>;

/** Returns the sentence of the run's row, or a sentence about the step of the question and the step that it waits for. */
export function decisiveSummary(
  reason: Reason,
  { step, earlier, at, outcome, more = [], runSummary }: Decided,
  about: About,
): string {
  if (runSummary) return ended(outcomeText(runSummary, about, Date.now()).text);
  const isWait = earlier !== undefined && outcomeOf(reason) === 'waiting';
  const waitsFor = isWait ? { name: earlier.name || stepLabels[earlier.type], spanMs: spanOf(reason, at) } : undefined;
  const others = more.map((other) => ({ type: other.step.type, reason: parseReason(other.reason) }));
  return ended(stepsSummary([{ type: step?.type, reason, outcome, waitsFor }, ...others], about));
}

/**
 * Returns the sentences about a requested retry after which the step still waits, and about attempts after which the
 * message may have arrived.
 */
export function attemptRemarks({ decisive, subscriber }: Explanation, times: TextTimes): string[] {
  const { step, earlier, retried, unknown, outcome, run } = decisive;
  const type = (earlier ?? step)?.type;
  if (!type) return [];
  const request = parseReason(retried);
  const about = aboutExplained(subscriber, run?.workflow.name, times);
  return [
    ...(request ? [ended(`${summaryOf(request, about)}; ${stepLabels[type]} waits again`)] : []),
    ...(unknown ? [ended(mayHaveArrived(type, unknown, outcome === 'sent'))] : []),
  ];
}

/** Whether one message may have arrived several times, because outcomes of its attempts are unknown. */
export function mayHaveSeveral({ unknown, outcome }: Pick<Explanation['decisive'], 'unknown' | 'outcome'>): boolean {
  return unknown !== undefined && mostArrivals(unknown, outcome === 'sent') > 1;
}

/** Returns the length of a delay that began at `at`, rounded to minutes like the times in its sentence. */
function spanOf(reason: Reason, at: string | undefined): number | undefined {
  if (reason.code !== 'delayed' || at === undefined) return undefined;
  const ms = Date.parse(reason.evidence.until) - Date.parse(at);
  return ms < MINUTE_MS ? undefined : Math.round(ms / MINUTE_MS) * MINUTE_MS;
}

export function aboutExplained(
  subscriber: ExplainedSubscriber | undefined,
  workflow: string | undefined,
  times?: TextTimes,
): About {
  // The sentence in the response has UTC times and masked addresses. On a page, times are local and addresses are in
  // full.
  const addresses = times && [subscriber?.email, subscriber?.phone];
  return { subscriber: subscriber && displayName(subscriber), workflow, ...times, addresses };
}

/** Returns the subscriber's name, or else the ID or an address. */
export function displayName({ subscriberId, email, phone, ...names }: ExplainedSubscriber): string {
  return nameOf({ ...names, subscriberId: subscriberId ?? email ?? phone ?? 'The subscriber' });
}

/**
 * Returns what distinguishes a subscriber from others with the same name: the email address, the phone number or the
 * ID. Undefined if the subscriber has no name, because `displayName` then already returns one of these.
 */
export function shownWithName(subscriber: ExplainedSubscriber): string | undefined {
  const { firstName, lastName, email, phone, subscriberId } = subscriber;
  return firstName || lastName ? email || phone || subscriberId : undefined;
}
