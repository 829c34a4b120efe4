/** What the row of a run says about its outcome, in the reader's words. Runs in the browser too. */
import { type About, capitalised } from '#lib/reasons/definition.ts';
import { briefOf, parseReason, summaryOf } from '#lib/reasons/registry.ts';
import { lowerFirst, stepLabels } from '#lib/steps/labels.ts';
import type { StepTypeName } from '#lib/steps/step-type.ts';
import { nameOf } from '#lib/subscribers/name.ts';
import { durationText, momentText } from '#lib/time.ts';
import type { RunStatusName, RunSummary, StepReason } from './run-summary.ts';

/**
 * `partly`: sent, but a step of it was skipped. No row with a skipped step looks like a plain success. `sandboxed`: sent
 * to the sandbox only.
 */
export type RowState = RunStatusName | 'partly' | 'sandboxed';

export interface RowText {
  state: RowState;
  /** "SMS skipped: byEmail is true" */
  text: string;
  /** Whether the text is about a failure. */
  failed: boolean;
}

/** `now` in milliseconds; times are in `zone`, by default the reader's. */
export function rowText(run: RunSummary, now: number, zone?: string): RowText {
  const about = aboutRow(run, zone);
  const text = failureText(run, about) ?? statusText(run, about, now);
  return {
    state: rowState(run),
    text,
    failed: run.steps.some(({ status }) => status === 'failed'),
  };
}

function rowState({ status, alsoSkipped, sandbox }: RunSummary): RowState {
  if (status !== 'sent') return status;
  if (alsoSkipped) return 'partly';
  return sandbox ? 'sandboxed' : 'sent';
}

function aboutRow({ subscriber, workflow }: RunSummary, zone: string | undefined): About {
  return {
    subscriber: subscriber && nameOf(subscriber),
    workflow: workflow.name,
    time: (iso) => momentText(iso, zone),
  };
}

/** The first failed step, how many more, and when a live run goes on. Undefined when none failed. */
function failureText({ steps, decidedBy, status, until }: RunSummary, about: About): string | undefined {
  const failed = steps.filter((step) => step.status === 'failed');
  const [first] = failed;
  if (!first) return undefined;
  const more = failed.length > 1 ? `; ${failed.length - 1} more failed` : '';
  const later = status === 'waiting' && until ? `; goes on at ${about.time?.(until)}` : '';
  return `${labelled(decidedBy ?? { step: first.type }, 'failed', about)}${more}${later}`;
}

function statusText(run: RunSummary, about: About, now: number): string {
  const { status, decidedBy, alsoSkipped, until, since } = run;
  switch (status) {
    case 'failed':
    case 'skipped':
      return labelled(decidedBy, status, about);
    case 'sent':
      return alsoSkipped ? `${labelled(alsoSkipped, 'skipped', about)}; ${lowerFirst(sentSteps(run))}` : sentSteps(run);
    case 'cancelled':
      return decidedBy?.reason.code === 'earlier_failed'
        ? labelled(decidedBy, 'cancelled', about)
        : (told(decidedBy, about) ?? 'Cancelled');
    case 'waiting':
      if (alsoSkipped && until) return `${labelled(alsoSkipped, 'skipped', about)}; goes on at ${about.time?.(until)}`;
      return told(decidedBy, about) ?? `Waits until ${about.time?.(until ?? '')}`;
    case 'stuck':
      return `No progress for ${durationText(now - Date.parse(since ?? ''))}`;
    case 'throttled':
    case 'merged':
      return told(decidedBy, about) ?? capitalised(status);
    case 'queued':
    case 'running':
      return capitalised(status);
    case 'done':
      return 'Done; no step sends a message';
  }
}

/** "SMS skipped: byEmail is true" */
function labelled(decisive: Partial<StepReason> | undefined, happened: string, about: About): string {
  const reason = parseReason(decisive?.reason);
  const why = reason ? briefOf(reason, about) : 'no reason was recorded';
  return decisive?.step ? `${stepLabels[decisive.step]} ${happened}: ${why}` : capitalised(why);
}

function told(decisive: StepReason | undefined, about: About): string | undefined {
  const reason = parseReason(decisive?.reason);
  return reason && summaryOf(reason, about);
}

/** "E-mail and SMS sent". */
function sentSteps({ steps, sandbox }: RunSummary): string {
  const types = [...new Set(steps.filter(({ status }) => status === 'sent').map(({ type }) => type))];
  return `${listed(types)} sent${sandbox ? ' (sandbox)' : ''}`;
}

function listed(types: readonly StepTypeName[]): string {
  const [first = '', ...more] = types.map((type, at) => (at === 0 ? stepLabels[type] : lowerFirst(stepLabels[type])));
  return more.length > 0 ? `${[first, ...more.slice(0, -1)].join(', ')} and ${more.at(-1)}` : first;
}
