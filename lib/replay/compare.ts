/** Compares two replays of a run, and a replay with the record of the run. Pure. */

import { isLive } from '#lib/engine/job-status.ts';
import type { DryRun, DryRunStep } from '#lib/engine/play-run.ts';
import type { RunStep } from '#lib/engine/run-context.ts';
import { dryRunReason } from '#lib/events/dry-run-wire.ts';
import type { JsonObject } from '#lib/json/values.ts';
import { outcomeOf, type Reason, reasonFor } from '#lib/reasons/registry.ts';
import { withoutSecretsInRequest } from '#lib/steps/clear-secrets.ts';
import { REPLAY_CHANGES, type ReplayChange } from './changes.ts';
import type { Played } from './play.ts';
import { recordOf } from './record-tools.ts';
import type { RecordedRun, RecordedStep } from './recorded-runs.ts';

/** The comparable parts of a played step. */
export interface Side {
  step: RunStep;
  reason: Reason;
  sends: boolean;
  fails: boolean;
  /** The messages that the step sends or tries to send. */
  messages: readonly MessageTexts[];
  /** The step's request with masks instead of secrets. Undefined if the step makes no request. */
  request: string | undefined;
  /** The waits of the step in milliseconds, and the result that later steps read. */
  effects: string;
}

/** A step with different results: without the draft, and with the draft. */
export interface StepChange {
  change: ReplayChange;
  saved: Side | undefined;
  draft: Side | undefined;
}

export interface RunChange {
  change: ReplayChange;
  /** Why the draft would reject the trigger. */
  rejected: Reason | undefined;
  steps: StepChange[];
}

/** Returns the difference between the saved workflow and the draft for a run. Undefined if there is none. */
export function changeOfRun(saved: Played, draft: Played): RunChange | undefined {
  if ('rejected' in draft) {
    if ('rejected' in saved) return undefined;
    return { change: 'rejected', rejected: draft.rejected, steps: [] };
  }
  const [before, after] = [sidesOf(saved), sidesOf(draft)];
  const kept = after.map((side) => ({ saved: before.find(({ step }) => step.id === side.step.id), draft: side }));
  const removed = before.filter(({ step }) => !after.some((side) => side.step.id === step.id));
  const steps = [...kept, ...removed.map((side) => ({ saved: side, draft: undefined }))].flatMap((pair) => {
    const change = changeOfStep(pair.saved, pair.draft);
    return change ? [{ change, ...pair }] : [];
  });
  const change = REPLAY_CHANGES.find((each) => steps.some((step) => step.change === each));
  return change && { change, rejected: undefined, steps };
}

function changeOfStep(saved: Side | undefined, draft: Side | undefined): ReplayChange | undefined {
  if (draft?.fails && !saved?.fails) return 'fails';
  if (saved?.sends && !draft?.sends) return 'skipped';
  if (draft?.sends && !saved?.sends) return 'sent';
  if (!saved || !draft) return 'other';
  if (saved.messages.length > 0 && textOf(saved.messages) !== textOf(draft.messages)) return 'texts';
  const isSame =
    saved.reason.code === draft.reason.code && saved.request === draft.request && saved.effects === draft.effects;
  return isSame ? undefined : 'other';
}

function sidesOf(played: Played): Side[] {
  return 'rejected' in played ? [] : played.steps.map(sideOf);
}

function sideOf(step: DryRunStep): Side {
  const { job, waits, startedAt, messages, shownRequest } = step;
  const reason = dryRunReason(job.reason ?? reasonFor('step_queued', {}), messages);
  const spans = waits.map(({ until }) => until.getTime() - (startedAt?.getTime() ?? 0));
  return {
    step: job.step,
    reason,
    sends: messages.some(({ status }) => status === 'sent'),
    fails: outcomeOf(reason) === 'failed',
    // A message without an address reaches no one, whatever its text.
    messages: messages.filter(({ target }) => target),
    request: shownRequest && requestText(withoutSecretsInRequest(shownRequest)),
    effects: JSON.stringify([spans, resultOf(job.result)]),
  };
}

export interface MessageTexts {
  subject?: string | undefined;
  title?: string | undefined;
  content?: string | undefined;
  cta?: JsonObject | undefined;
}

/**
 * Returns the texts of messages, each text once, because several devices get the same text. Undefined if there are no
 * messages.
 *
 * @param contentOf returns the content in its displayed form.
 */
export function textOf(
  messages: readonly MessageTexts[],
  contentOf = (content: string): string => content,
): string | undefined {
  const texts = messages.map(({ subject, title, content, cta }) => {
    const buttons = cta && Object.keys(cta).length > 0 ? JSON.stringify(cta, null, 2) : undefined;
    const parts = [subject, title, content && contentOf(content), buttons];
    return parts.filter((part) => part !== undefined && part !== '').join('\n\n');
  });
  return texts.length > 0 ? [...new Set(texts)].join('\n\n') : undefined;
}

function requestText({ method, url, body }: NonNullable<DryRunStep['shownRequest']>): string {
  return [`${method} ${url}`, ...(body === undefined ? [] : [body])].join('\n\n');
}

/** Removes the IDs and times of events, which are different in every run. */
function resultOf({ events, ...rest }: JsonObject = {}): JsonObject {
  return Array.isArray(events) ? { ...rest, events: events.map(({ payload }) => payload) } : { ...rest, events };
}

/**
 * Whether the recorded run had the same result as the replay. Steps that have not ended, and runs that were ended from
 * outside, are not compared. A message that a provider rejected counts as sent, because replays call no provider.
 */
export function isAsRecorded(run: RecordedRun, played: Played): boolean {
  if (run.ended && run.ended.code !== 'topic_condition') return true;
  if ('rejected' in played) return false;
  return run.steps.every((recorded) => {
    if (isLive(recorded.job.status)) return true;
    const step = played.steps.find(({ job }) => recordOf(run, job.step) === recorded);
    return step !== undefined && isStepAsRecorded(recorded, step);
  });
}

function isStepAsRecorded({ job, messages }: RecordedStep, step: DryRunStep): boolean {
  const tried = messages.filter(({ integrationId }) => integrationId !== undefined);
  const played = step.messages.filter(({ integrationId }) => integrationId !== undefined);
  if (tried.length > 0 || played.length > 0)
    return textOf(tried.map(withoutState)) === textOf(played.map(withoutState));
  const { code } = job.reason ?? {};
  return code === step.job.reason?.code || (code === 'requested' && step.job.reason?.code === 'not_requested');
}

/** Removes the buttons of an in-app message, whose record changes when the subscriber uses them. */
function withoutState({ subject, title, content }: MessageTexts): MessageTexts {
  return { subject, title, content };
}

/** Whether an HTTP step of the replay had no recorded response. */
export function lacksResponse(played: Played): boolean {
  return (
    !('rejected' in played) && (played satisfies DryRun).steps.some(({ job }) => job.reason?.code === 'not_requested')
  );
}
