/** The text about the outcome of a run in its row. Runs in the browser too. */

import type { OutcomeSummary, RunStatusName, RunSummary, StepReason } from '#lib/notifications/list/run-summary.ts';
import { type About, capitalised, wordsFor } from '#lib/reasons/definition.ts';
import {
  isSentInPart,
  parseReason,
  type Reason,
  type ReasonCode,
  waitsToBeSent,
  whyOf,
} from '#lib/reasons/registry.ts';
import { REPORTED_STATES, type ReportedState, reportOf } from '#lib/reasons/report-codes.ts';
import { stepsSummary } from '#lib/reasons/several-steps.ts';
import {
  listOfSteps,
  reasonClause,
  reasonLine,
  type StepSummaryInput,
  sentSummary,
  stepSummary,
} from '#lib/reasons/step-summary.ts';
import { isDelivery, stepLabels } from '#lib/steps/labels.ts';
import { nameOf } from '#lib/subscribers/name.ts';
import { lowerFirst } from '#lib/text/lower-first.ts';
import { type TextTimes, timesAt } from '#lib/time/day-time.ts';
import { durationText } from '#lib/time/time.ts';

/**
 * `partly`: sent, but a step was skipped or cancelled, or a copy was not sent. Such a run must not look like a plain success.
 * `sandboxed`: sent to the sandbox only. `stored`: in-app messages only, and no inbox was connected that shows them.
 * A state that the provider reported afterwards takes precedence.
 */
export type RowState = RunStatusName | 'partly' | 'sandboxed' | 'stored' | ReportedState;

export interface RowText {
  state: RowState;
  /** "SMS skipped: byEmail is true" */
  text: string;
  /** Whether the text is about a failure. */
  failed: boolean;
}

/**
 * Returns the text of a row. `now` is in milliseconds; times are in `zone`, by default the reader's. Steps whose types are
 * `wanted`, because a filter names them, come first in the text.
 */
export function rowText(run: RunSummary, now: number, zone?: string, wanted?: readonly string[]): RowText {
  const last = lastTexts.get(run);
  if (last && last.now === now && last.zone === zone && last.wanted === wanted) return last.text;
  const text = outcomeText(run, aboutRow(run, timesAt(now, zone)), now, wanted);
  lastTexts.set(run, { now, zone, wanted, text });
  return text;
}

/** A row renders its text twice, for narrow and wide screens, so the last text is cached. */
const lastTexts = new WeakMap<
  RunSummary,
  { now: number; zone: string | undefined; wanted: readonly string[] | undefined; text: RowText }
>();

/** Returns the sentence about a run without full stop, for its row, its page, Explain, tickets and the export. */
export function outcomeText(run: OutcomeSummary, about: About, now: number, wanted: readonly string[] = []): RowText {
  return {
    state: rowState(run),
    text: [
      failureText(run, about) ?? statusText(run, about, now, wanted),
      ...mergedText(run),
      ...cancelledText(run, about),
    ].join('; '),
    failed: run.steps.some(({ status }) => status === 'failed') || isLost(run),
  };
}

/** Whether the provider reported that a sent message did not arrive. */
function isLost({ reported }: OutcomeSummary): boolean {
  const report = reportOf(reported?.reason);
  return report !== undefined && report.code !== 'complained';
}

/** Returns "SMS failed" for "SMS failed: no integration": the part that lists show in red. */
export function failedWords({ text, failed }: Pick<RowText, 'text' | 'failed'>): string | undefined {
  return failed ? /^.+? (?:failed|bounced)(?=: )/.exec(text)?.[0] : undefined;
}

/** Returns the state that a row's icon shows. It does not depend on the time. */
export function rowState({ status, ...run }: OutcomeSummary): RowState {
  const { decidedBy, reported, alsoSkipped, alsoCancelled, sandbox, stored } = run;
  if (status !== 'sent') return status;
  const report = reportOf(reported?.reason);
  if (report) return REPORTED_STATES[report.code];
  if (alsoSkipped || alsoCancelled || decidedBy) return 'partly';
  if (stored) return 'stored';
  return sandbox ? 'sandboxed' : 'sent';
}

/** Returns the names for a run's texts. */
export function aboutRow({ subscriber, workflow }: RunSummary, times: TextTimes): About {
  return {
    subscriber: subscriber && nameOf(subscriber),
    workflow: workflow.name,
    ...times,
  };
}

/** Returns "email and SMS cancelled by Ann". */
function cancelledText({ alsoCancelled = [] }: OutcomeSummary, about: About): string[] {
  if (alsoCancelled.length === 0) return [];
  const steps = alsoCancelled.map((step) => toSummaryInput('cancelled', step));
  return [lowerFirst(stepsSummary(steps, about))];
}

/** Returns "email and SMS continue in another run". */
function mergedText({ alsoMerged = [] }: OutcomeSummary): string[] {
  const types = new Set(alsoMerged.flatMap(({ step }) => step ?? []));
  if (types.size === 0) return [];
  return [`${lowerFirst(listOfSteps([...types]))} ${types.size === 1 ? 'continues' : 'continue'} in another run`];
}

/**
 * Returns the text about the first failed step, the number of others, the skipped steps and when a live run continues.
 * Undefined if no step failed.
 */
function failureText(run: OutcomeSummary, about: About): string | undefined {
  const { steps, decidedBy, status, moreSkipped = [] } = run;
  const failed = steps.filter((step) => step.status === 'failed');
  const [first] = failed;
  if (!first) return undefined;
  const more = failed.length > 1 ? `; ${failed.length - 1} more failed` : '';
  const skipped = moreSkipped.length > 0 ? `; ${lowerFirst(skippedText(moreSkipped, about))}` : '';
  const later = status === 'waiting' ? `; ${lowerFirst(waitText({ ...run, decidedBy: undefined }, about))}` : '';
  return `${labelled(decidedBy ?? { step: first.type }, 'failed', about)}${more}${skipped}${later}`;
}

function statusText(run: OutcomeSummary, about: About, now: number, wanted: readonly string[]): string {
  const { status, decidedBy, alsoSkipped, moreSkipped = [], since } = run;
  const skipped = alsoSkipped && skippedText([alsoSkipped, ...moreSkipped], about);
  switch (status) {
    case 'failed':
      return labelled(decidedBy, status, about);
    case 'skipped':
      return skippedText([decidedBy, ...moreSkipped], about);
    case 'sent':
      if (run.reported) return reportedText(run, run.reported, skipped, about);
      return skipped ? partlyText(run, skipped, wanted, about) : sentSteps(run, about);
    case 'waiting':
      return [waitingText(run, about), ...(skipped ? [lowerFirst(skipped)] : [])].join('; ');
    case 'stuck':
      return `No progress for ${durationText(now - Date.parse(since ?? ''))}`;
    case 'queued':
    case 'running':
      return capitalised(status);
    default:
      return endedText(status, decidedBy, about);
  }
}

/** Returns "Email bounced: sent back with “550 no such user”; SMS sent". */
function reportedText(run: OutcomeSummary, reported: StepReason, skipped: string | undefined, about: About): string {
  const reason = parseReason(reported.reason);
  const steps = run.steps.filter(({ type }) => type !== reported.step);
  const others = steps.some(({ status }) => status === 'sent') ? [sentSteps({ ...run, steps }, about)] : [];
  const parts = [stepSummary({ type: reported.step, reason }, about), ...(skipped ? [skipped] : []), ...others];
  return parts.map((part, at) => (at === 0 ? part : lowerFirst(part))).join('; ');
}

type OtherEnd = 'cancelled' | 'throttled' | 'merged' | 'done';

function endedText(status: OtherEnd, decidedBy: StepReason | undefined, about: About): string {
  const reason = parseReason(decidedBy?.reason);
  if (!reason || NEEDS_STEP.has(reason.code)) return labelled(decidedBy, status, about);
  if (status === 'throttled') return `Not sent: ${reasonClause(reason, about)}`;
  const text = reasonLine(reason, about);
  return status === 'done' ? `${text}; no step sends a message` : text;
}

/** Reasons whose text does not contain the result of the step. */
const NEEDS_STEP: ReadonlySet<string> = new Set<ReasonCode>(['earlier_failed', 'unrecorded']);

/** Returns the unsuccessful steps whose reasons are in the text, in the order of the text. */
export function stepsInText(run: OutcomeSummary): StepReason[] {
  const { status, decidedBy, reported, alsoSkipped, moreSkipped = [], steps } = run;
  const decided = decidedBy ? [decidedBy] : [];
  if (steps.some((step) => step.status === 'failed')) return [...decided, ...moreSkipped];
  const skipped = alsoSkipped ? [alsoSkipped, ...moreSkipped] : [];
  switch (status) {
    case 'sent':
      return [...(reported ? [reported] : []), ...skipped, ...decided];
    case 'waiting':
      return [...decided, ...skipped];
    case 'stuck':
    case 'queued':
    case 'running':
    case 'done':
      return [];
    default:
      return [...decided, ...moreSkipped];
  }
}

/** Returns "SMS skipped: no phone number; email sent". The sent steps come first if only they are wanted. */
function partlyText(run: OutcomeSummary, skipped: string, wanted: readonly string[], about: About): string {
  const isSentWanted = run.steps.some(({ type, status }) => status === 'sent' && wanted.includes(type));
  const isSkippedWanted = [run.alsoSkipped, ...(run.moreSkipped ?? [])].some(
    (skip) => skip?.step !== undefined && wanted.includes(skip.step),
  );
  const [first, second] =
    isSentWanted && !isSkippedWanted ? [sentSteps(run, about), skipped] : [skipped, sentSteps(run, about)];
  return `${first}; ${lowerFirst(second)}`;
}

/**
 * Returns "Email waits until 22 Nov, 19:07". If an email was sent already, "Email sent; the next email waits until 22 Nov,
 * 19:07", because the run would seem to have sent none.
 */
function waitingText(run: OutcomeSummary, about: About): string {
  const wait = waitText(run, about);
  const next = nextMessage(run);
  const isRepeated =
    next !== undefined && run.steps.some(({ type, status }) => type === next.type && status === 'sent');
  return isRepeated && !attemptWait(run) ? `${sentSteps(run, about)}; the next ${lowerFirst(wait)}` : wait;
}

/** Returns why a step waits for its own next attempt. */
function attemptWait({ decidedBy }: OutcomeSummary): Reason | undefined {
  const reason = parseReason(decidedBy?.reason);
  return reason && waitsToBeSent(reason) ? reason : undefined;
}

function nextMessage({ steps }: OutcomeSummary) {
  return steps.find(({ type, status }) => isDelivery(type) && (status === 'queued' || status === 'waiting'));
}

/**
 * Returns "Email waits until 22 Nov, 19:07". Names the first live step that sends a message, unless another step waits for
 * its own next attempt: "HTTP request waits until 19:07: …".
 */
function waitText(run: OutcomeSummary, about: About): string {
  const { decidedBy, until = '' } = run;
  const next = nextMessage(run);
  const own = attemptWait(run);
  if (own) return stepSummary({ type: decidedBy?.step, reason: own, isListed: true }, about);
  const reason = parseReason(decidedBy?.reason);
  if (reason) return stepSummary({ type: next?.type, reason }, about);
  return `${next ? `${stepLabels[next.type]} waits` : 'Waits'} until ${wordsFor(about).time(until)}`;
}

/** Returns "Email failed: SendGrid said “550 mailbox not found”". */
function labelled(
  decisive: Partial<StepReason> | undefined,
  outcome: StepSummaryInput['outcome'],
  about: About,
): string {
  return stepSummary(toSummaryInput(outcome, decisive), about);
}

/** Returns "SMS and email skipped: no phone number, no email address". */
function skippedText(steps: readonly (StepReason | undefined)[], about: About): string {
  return stepsSummary(
    steps.map((step) => toSummaryInput('skipped', step)),
    about,
  );
}

function toSummaryInput(
  outcome: StepSummaryInput['outcome'],
  decisive: Partial<StepReason> | undefined,
): StepSummaryInput {
  return { type: decisive?.step, reason: parseReason(decisive?.reason), outcome };
}

/** Returns "Email and SMS sent", "Email sent; copy to c•••@example.com refused: …". */
function sentSteps({ steps, decidedBy }: OutcomeSummary, about: About): string {
  const sent = sentSummary(steps.filter(({ status }) => status === 'sent'));
  const reason = parseReason(decidedBy?.reason);
  return reason && isSentInPart(reason) ? `${sent}; ${whyOf(reason, about)}` : sent;
}
