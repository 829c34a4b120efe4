/** The status of a run as people read it, made from its stored reasons. */
import { runOutcome } from '#lib/engine/run-outcome.ts';
import type { About } from '#lib/reasons/definition.ts';
import type { RunOutcome } from '#lib/reasons/outcome.ts';
import {
  chosenIntegration,
  clauseOf,
  type Fix,
  fixOf,
  outcomeOf,
  parseReason,
  type Reason,
  summaryOf,
} from '#lib/reasons/registry.ts';
import type { WireReason } from '#lib/reasons/schema.ts';
import { channelOf, lowerFirst, stepLabels } from '#lib/steps/labels.ts';
import { nameOf } from '#lib/subscribers/name.ts';
import { momentText } from '#lib/time.ts';
import { JOB_STATUSES, type JobStatus } from './job-statuses.ts';
import type { ExecutionDetail, Job, Notification } from './schema.ts';

export interface RunStatus {
  /** `partly`: sent, but a step of it was skipped or throttled. */
  state: RunOutcome | 'partly';
  /** One line that answers "did it arrive, and if not, why not?" */
  summary: string;
  /** The sentences of the summary: what decided the state, then what became of other steps. */
  parts: readonly string[];
  /** The reason alone, for a row of a list. Undefined when everything went through. */
  reason: string | undefined;
}

type Run = Pick<Notification, 'jobs' | 'subscriber' | 'template'>;

interface Step {
  label: string;
  state: RunOutcome;
  reason: Reason | undefined;
}

/** The status of a run over all of its steps. A failed step does not end a run whose other steps go on. */
export function runStatusOf(run: Run): RunStatus {
  const about = aboutRun(run);
  const steps = (run.jobs ?? []).map(stepOf);
  const [failed, waiting, running] = (['failed', 'waiting', 'running'] as const).map((state) =>
    steps.find((step) => step.state === state),
  );
  if (failed) return { state: waiting?.state ?? running?.state ?? 'failed', ...failureOf(failed, steps, about) };
  if (waiting) return statusOf('waiting', waiting.reason, about, (text) => `${text}.`);
  if (running) return { state: 'running', ...told('Still on its way.'), reason: undefined };
  const ended = runOutcome(
    (run.jobs ?? []).map(({ status, reason }) => ({ status: known(status), reason: parseReason(reason) })),
  );
  return endOf(ended?.outcome ?? 'done', ended?.reason, steps, about);
}

/** The state of a job as people see it. */
export function jobState({ status, reason }: Pick<Job, 'status' | 'reason'>): RunOutcome {
  const parsed = parseReason(reason);
  const told = parsed && outcomeOf(parsed);
  if (status === 'failed') return 'failed';
  if (status === 'delayed') return 'waiting';
  if (status === 'pending' || status === 'running') return 'running';
  if (status === 'queued') return told === 'waiting' ? 'waiting' : 'running';
  return told ?? BY_STATUS[status] ?? 'running';
}

/** The state of a job without a stored reason. */
const BY_STATUS: Readonly<Record<string, RunOutcome>> = {
  completed: 'done',
  skipped: 'skipped',
  merged: 'merged',
  canceled: 'cancelled',
};

/** Only the statuses of `JobStatus` can reach this point. */
function known(status: string): JobStatus {
  return JOB_STATUSES.find((each) => each === status) ?? 'completed';
}

/** Why a job did not simply succeed. Undefined when it did. */
export function jobReason(job: Pick<Job, 'status' | 'reason'>, about: About): string | undefined {
  const reason = parseReason(job.reason);
  return reason && !isPlain(reason) ? summaryOf(reason, about) : undefined;
}

/** What to do about a job that did not simply succeed. It never leads to the run itself. */
export function jobFix(run: Pick<Notification, 'subscriber' | 'template'>, job: Job): Fix | undefined {
  const reason = parseReason(job.reason);
  if (!reason || isPlain(reason)) return undefined;
  return fixOf(reason, {
    subscriber: run.subscriber?.subscriberId,
    workflow: run.template?.triggers[0]?.identifier,
    step: job.step._templateId,
    channel: channelOf(job.type),
    integration: integrationOf(job),
  });
}

/** The identifier of the last integration that was chosen for a step. */
export function integrationOf({ executionDetails }: Pick<Job, 'executionDetails'>): string | undefined {
  return chosenIntegration(executionDetails.map(({ reason }) => parseReason(reason)));
}

/** The text of an execution detail: its reason's, or the interface's where it has no reason. */
export function detailText({ detail, reason }: Pick<ExecutionDetail, 'detail' | 'reason'>, about: About): string {
  return reasonText(reason, about) ?? detail;
}

function reasonText(stored: WireReason | undefined, about: About): string | undefined {
  const reason = parseReason(stored);
  return reason && summaryOf(reason, about);
}

/** The names and addresses to use in the texts of reasons, and times in the reader's format. */
export function aboutRun({ subscriber, template }: Pick<Notification, 'subscriber' | 'template'>): About {
  const addresses = [subscriber?.email, subscriber?.phone];
  return { subscriber: subscriber && nameOf(subscriber), workflow: template?.name, time: momentText, addresses };
}

function stepOf(job: Job): Step {
  return { label: stepLabels[job.type], state: jobState(job), reason: parseReason(job.reason) };
}

/** The step did what it should. */
function isPlain({ code }: Reason): boolean {
  return code === 'sent' || code === 'done' || code === 'delay_finished' || code === 'delivered';
}

const UNKNOWN = 'No reason was recorded';

function failureOf({ label, reason }: Step, steps: readonly Step[], about: About): Omit<RunStatus, 'state'> {
  const sent = steps.filter(({ state }) => state === 'sent');
  const waiting = steps.find(({ state }) => state === 'waiting');
  const isRunning = steps.some(({ state }) => state === 'running');
  const rest = [
    ...(sent.length > 0 ? [`${labelsOf(sent)} went through.`] : []),
    ...(waiting?.reason
      ? [`${summaryOf(waiting.reason, about)}.`]
      : isRunning
        ? ['Other steps are on their way.']
        : []),
  ];
  const why = reason ? clauseOf(reason, about) : lowerFirst(UNKNOWN);
  return { ...told(`${label} failed: ${why}.`, ...rest), reason: reason ? summaryOf(reason, about) : UNKNOWN };
}

function endOf(state: RunOutcome, reason: Reason | undefined, steps: readonly Step[], about: About): RunStatus {
  if (state === 'sent') return sentStatus(steps, about);
  if (state === 'done') return { state, ...told('Every step ran; none of them sends a message.'), reason: undefined };
  const known = reason && isPlain(reason) ? undefined : reason;
  if (state !== 'skipped' && state !== 'throttled') return statusOf(state, known, about, (text) => `${text}.`);
  const why = known ? clauseOf(known, about) : lowerFirst(UNKNOWN);
  return statusOf(state, known, about, () => `Nothing was sent: ${why}.`);
}

function sentStatus(steps: readonly Step[], about: About): RunStatus {
  const sent = steps.filter(({ state }) => state === 'sent');
  const held = steps.find(({ state }) => state === 'throttled') ?? steps.find(({ state }) => state === 'skipped');
  const asides = held?.reason ? [`${held.label} was skipped: ${clauseOf(held.reason, about)}.`] : [];
  const isSandbox = sent.every(({ reason }) => reason?.code === 'sandboxed');
  const main = `${labelsOf(sent)} ${isSandbox ? 'accepted in sandbox mode; nothing was sent' : 'sent'}.`;
  const reason = held?.reason && summaryOf(held.reason, about);
  return { state: held ? 'partly' : 'sent', ...told(main, ...asides), reason };
}

function statusOf(
  state: RunOutcome,
  reason: Reason | undefined,
  about: About,
  summary: (text: string) => string,
): RunStatus {
  const text = reason ? summaryOf(reason, about) : UNKNOWN;
  return { state, ...told(summary(text)), reason: text };
}

function told(...parts: readonly string[]): Pick<RunStatus, 'summary' | 'parts'> {
  return { summary: parts.join(' '), parts };
}

/** "E-mail", "E-mail and SMS", "E-mail, SMS and push". */
function labelsOf(steps: readonly Step[]): string {
  const labels = [...new Set(steps.map(({ label }) => label))];
  const [first = '', ...more] = labels.map((label, at) => (at === 0 ? label : lowerFirst(label)));
  return more.length > 0 ? `${[first, ...more.slice(0, -1)].join(', ')} and ${more.at(-1)}` : first;
}
