/**
 * Plays a run in memory. `advance` decides and `conclude` returns the records, exactly as for a worker. Their state is
 * in plain objects, waits only move a clock forward, and nothing is written or sent.
 */
import { type Reason, reasonFor } from '#lib/reasons/registry.ts';
import { stepType } from '#lib/steps/index.ts';
import { channelOf } from '#lib/steps/labels.ts';
import type { Recipient, StepRequest } from '#lib/steps/run.ts';
import { advance, type CoreTools } from './attempt/advance.ts';
import { conclude } from './attempt/conclude.ts';
import {
  type AnsweredRequest,
  type Decision,
  isRequestDecision,
  isWindowDecision,
  type RequestDecision,
  type SendResult,
  type Target,
} from './decision.ts';
import type { MessageRecord, OutcomeRecord, Records } from './record/records.ts';
import { runOutcome } from './record/run-outcome.ts';
import type { RunContext, RunJob } from './run-context.ts';
import {
  type DigestEvents,
  type DigestWindow,
  eventsOf,
  type LimitWindow,
  settleClose,
  settleCollect,
  settleLimit,
} from './windows/windows.ts';

export interface DryRunTools extends CoreTools {
  /** Returns the result that a message would have. Must not send the message. */
  send(target: Target, now: Date): Promise<SendResult>;
  /** Returns the window with this ID, in the state that the job finds. */
  limitWindow(id: string, job: RunJob): Promise<LimitWindow | undefined>;
  digestWindow(id: string, job: RunJob): Promise<DigestWindow | undefined>;
  /** Returns the recorded response to the next request of the job. Without one, the request counts as not made. */
  answer?(job: RunJob): AnsweredRequest | undefined;
  /**
   * Returns the recorded events of a digest that the job opened. Without a record, the digest collects only the run's
   * own events.
   */
  collected?(job: RunJob): DigestEvents | undefined;
}

/** The initial state of a run: all data that the engine would load, for all channels. */
export type DryRunStart = Omit<RunContext, 'job' | 'attempt' | 'sentMessages' | 'digestWindow'>;

export interface DryRunStep {
  job: RunJob;
  /** The reasons in the order of the events, including the last event. */
  details: Reason[];
  /** The start of the first attempt. Undefined if there is none. */
  startedAt: Date | undefined;
  endedAt: Date | undefined;
  /** The waits of the step, each with its end. */
  waits: { until: Date; reason: Reason }[];
  messages: DryRunMessage[];
  /** The request that the step would make. */
  request: StepRequest | undefined;
  /** The same request with masks instead of secrets. */
  shownRequest: StepRequest | undefined;
}

export interface DryRunMessage extends MessageRecord {
  /** Undefined if there is no address to send to. */
  target: Target | undefined;
}

export interface DryRun {
  steps: DryRunStep[];
  /** Undefined if the run would not end within `MAX_TURNS` attempts. */
  outcome: OutcomeRecord | undefined;
}

/** Maximum attempts of a run. A provider that always requests a wait gets about 40 attempts. */
const MAX_TURNS = 500;

/** A job that is played again, with the times of its earlier attempts. */
export interface PlayedAgain {
  jobId: string;
  firstClaimedAt: Date | undefined;
  addressAllowedAt: Date | undefined;
}

/**
 * Plays the run from its first step, or from the job `again`. The job from which the run is played is due at
 * `startsAt`.
 */
export async function playRun(
  start: DryRunStart,
  startsAt: Date,
  tools: DryRunTools,
  again?: PlayedAgain,
): Promise<DryRun> {
  return new VirtualRun(start, startsAt, tools, again).toTheEnd();
}

/** The queue's row of a job. */
interface VirtualWork {
  jobId: string;
  readyAt: Date;
  attempts: number;
  firstClaimedAt?: Date | undefined;
  /** Set for a job that is played again. */
  again?: { at: Date; addressAllowedAt: Date | undefined };
}

class VirtualRun {
  readonly #start: DryRunStart;
  readonly #tools: DryRunTools;
  readonly #steps: Map<string, DryRunStep>;
  /** The digest windows that jobs opened. */
  readonly #opened = new Map<string, { id: string; window: DigestWindow }>();
  #jobs: readonly RunJob[];
  #work: VirtualWork[];
  #subscriber: Recipient | undefined;

  constructor(start: DryRunStart, startsAt: Date, tools: DryRunTools, again?: PlayedAgain) {
    this.#start = start;
    this.#tools = tools;
    this.#jobs = start.jobs;
    this.#subscriber = start.subscriber;
    this.#steps = new Map(start.jobs.map((job) => [job.id, emptyStep(job)]));
    const first = start.jobs.slice(0, 1).map(({ id: jobId }) => ({ jobId }));
    this.#work = (again ? [workOf(again, startsAt)] : first).map((job) => ({ ...job, readyAt: startsAt, attempts: 0 }));
  }

  async toTheEnd(): Promise<DryRun> {
    for (let turn = 0; turn < MAX_TURNS; turn++) {
      const work = this.#nextWork();
      if (!work) break;
      await this.#attempt(work, work.readyAt);
    }
    const steps = this.#jobs.map((job) => ({ ...(this.#steps.get(job.id) ?? emptyStep(job)), job }));
    return { steps, outcome: runOutcome(this.#jobs) };
  }

  #nextWork(): VirtualWork | undefined {
    this.#work.sort((one, other) => one.readyAt.getTime() - other.readyAt.getTime());
    return this.#work.shift();
  }

  async #attempt(work: VirtualWork, now: Date): Promise<void> {
    work.firstClaimedAt ??= now;
    const run = this.#contextOf(work, work.firstClaimedAt);
    const step = this.#stepOf(work.jobId);
    step.startedAt ??= now;
    const decision = await this.#decide(run, step, now);
    const targets = decision.type === 'deliver' ? decision.targets : [];
    const results = await Promise.all(
      targets.filter(({ message }) => message).map((target) => this.#tools.send(target, now)),
    );
    this.#record(work, conclude(run, decision, results, now), targets, now);
  }

  async #decide(run: RunContext, step: DryRunStep, now: Date): Promise<Decision> {
    const decision = await advance(run, now, this.#tools);
    if (isRequestDecision(decision)) {
      step.request = decision.request;
      step.shownRequest = decision.shown;
      return this.#settleRequest(run, decision, now);
    }
    if (!isWindowDecision(decision)) return decision;
    const { window: id } = decision;
    switch (decision.type) {
      case 'limit':
        return settleLimit(decision, await this.#tools.limitWindow(id, run.job), now).outcome;
      case 'collect': {
        const window = windowAt(await this.#tools.digestWindow(id, run.job), now);
        const settled = settleCollect(decision, window, run, now);
        if (settled.outcome.type === 'wait') this.#opened.set(run.job.id, { id, window: settled.window });
        return settled.outcome;
      }
      case 'close':
        return settleClose(decision, this.#opened.get(run.job.id)?.window ?? {}, this.#collected(run)).outcome;
      case 'leave':
        return decision.outcome;
    }
  }

  async #settleRequest(run: RunContext, decision: RequestDecision, now: Date): Promise<Decision> {
    const answered = this.#tools.answer?.(run.job);
    if (answered) {
      // This module loads the JSON Schema validator, which other steps do not need.
      const { settleRequest } = await import('./attempt/request-step.ts');
      return settleRequest(run, decision, answered, now);
    }
    const { shown, notes } = decision;
    const reason = reasonFor('not_requested', { host: URL.parse(shown.url)?.host ?? shown.url });
    return { type: 'continue', reason, result: {}, notes };
  }

  #collected(run: RunContext): DigestEvents {
    return this.#tools.collected?.(run.job) ?? eventsOf(run);
  }

  /** Returns the context that a worker would load for the claimed job. */
  #contextOf({ jobId, attempts, again }: VirtualWork, firstClaimedAt: Date): RunContext {
    const job = this.#jobs.find(({ id }) => id === jobId) as RunJob;
    const channel = channelOf(job.step.type);
    const { integrations, suppressions } = this.#start;
    const sent = this.#stepOf(jobId).messages.filter(({ status }) => status === 'sent');
    return {
      ...this.#start,
      subscriber: this.#subscriber,
      jobs: this.#jobs,
      job,
      attempt: {
        ...{ number: attempts + 1, firstClaimedAt, seriesStartedAt: again?.at ?? firstClaimedAt },
        ...{ deaths: 0, hasTurn: false, addressAllowedAt: again?.addressAllowedAt },
      },
      integrations: integrations.filter((integration) => integration.channel === channel),
      suppressions: suppressions.filter((each) => each.channel === channel),
      digestWindow: job.waitedSince && stepType(job.step.type).collects ? this.#opened.get(jobId)?.id : undefined,
      sentMessages: new Set(sent.map(({ id }) => id)),
    };
  }

  #record(work: VirtualWork, { job, others, work: next, ...records }: Records, targets: readonly Target[], now: Date) {
    const changes = new Map([job, ...others].map((change) => [change.id, change]));
    this.#jobs = this.#jobs.map((each) => ({ ...each, ...changes.get(each.id) }));
    for (const { id, readyAt } of others) if (readyAt) this.#work.push({ jobId: id, readyAt, attempts: 0 });
    const step = this.#stepOf(job.id);
    step.details.push(...records.details.map(({ reason }) => reason));
    step.messages = mergeMessages(step.messages, records.messages, targets);
    if (next.type === 'again') {
      const firstClaimedAt = job.status === 'delayed' ? undefined : work.firstClaimedAt;
      this.#work.push({ ...work, readyAt: next.readyAt, attempts: next.attempts, firstClaimedAt });
      step.waits.push({ until: next.readyAt, reason: job.reason });
    } else step.endedAt = now;
    this.#forget(records.goneDevices);
  }

  /** Removes devices that no longer exist, so that later steps do not send to them. */
  #forget(gone: Records['goneDevices']): void {
    if (!this.#subscriber || gone.length === 0) return;
    const isKept = (channelId: string) => (token: string) =>
      !gone.some((device) => device.channelId === channelId && device.token === token);
    const channels = this.#subscriber.channels.map((channel) => ({
      ...channel,
      deviceTokens: channel.deviceTokens.filter(isKept(channel.id)),
    }));
    this.#subscriber = { ...this.#subscriber, channels };
  }

  #stepOf(jobId: string): DryRunStep {
    return this.#steps.get(jobId) as DryRunStep;
  }
}

function workOf(
  { jobId, firstClaimedAt, addressAllowedAt }: PlayedAgain,
  at: Date,
): Omit<VirtualWork, 'readyAt' | 'attempts'> {
  return { jobId, firstClaimedAt, again: { at, addressAllowedAt } };
}

/** Returns the state of the window at the time `at`. If it closed before, the run that opened it has already continued. */
function windowAt(window: DigestWindow = {}, at: Date): DigestWindow {
  const { closesAt, lastEventAt, keptUntil } = window;
  return closesAt && closesAt <= at ? { lastEventAt, keptUntil } : window;
}

function emptyStep(job: RunJob): DryRunStep {
  const times = { startedAt: undefined, endedAt: undefined };
  return { job, details: [], ...times, waits: [], messages: [], request: undefined, shownRequest: undefined };
}

/** Merges the messages of attempts. A later attempt replaces an earlier attempt's record of the same message. */
function mergeMessages(
  known: readonly DryRunMessage[],
  records: readonly MessageRecord[],
  targets: readonly Target[],
): DryRunMessage[] {
  const merged = new Map(known.map((message) => [message.id, message]));
  for (const record of records) {
    const target = targets.find(({ messageId }) => messageId === record.id);
    merged.set(record.id, { ...record, target });
  }
  return [...merged.values()];
}
