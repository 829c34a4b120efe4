import type { AnsweredRequest, Requeued, SendFailure, SendResult, SendTarget, Target } from '#lib/engine/decision.ts';
import { maySendAt, quotaCheckAt, retryOf } from '#lib/engine/retry.ts';
import {
  breakerHolds,
  mayChooseAnother,
  type OpenBreaker,
  type RunContext,
  type RunIntegration,
} from '#lib/engine/run-context.ts';
import { seededChance } from '#lib/engine/seeded-chance.ts';
import { ProviderError } from '#lib/providers/send.ts';
import { hostBreaker, hostBreakers, integrationBreakers } from './breaker-rows.ts';
import { Breakers, type Guarded, PROBE_MS } from './breakers.ts';
import { IntegrationSlots } from './integration-slots.ts';
import { SendQuotas } from './send-quotas.ts';
import { SendRates } from './send-rates.ts';
import { requeueTime, type Turns, waitForTurn } from './target-turns.ts';

/** No send takes this long. If one did, this process was suspended, and the failure does not come from the provider. */
const SUSPENDED_MS = 20_000;

/** Milliseconds within which a step's own request has a result. */
const ANSWER_MS = 6_000;

/** Requeue delay in milliseconds if the worker may have lost the job. */
const ABSENT_PAUSE_MS = 1_000;

/** Milliseconds over which jobs that wait for the same probe are spread. */
const SPREAD_MS = 10_000;

/** The worker of an attempt. */
export interface SendingWorker {
  now(): Date;
  /** Whether this worker still holds its jobs. Otherwise nothing may be sent. */
  isPresent(): boolean;
}

/**
 * Sends if an attempt may send now. For a message, it checks the integration's breaker, rate limit, daily quota and
 * share of the worker's slots. For a step's own request, it checks the host's breaker and share. Messages in sandbox
 * mode always pass.
 */
export class Gate {
  readonly #breakers = new Breakers(integrationBreakers);
  readonly #hosts = new Breakers(hostBreakers);
  readonly #rates = new SendRates();
  readonly #quotas = new SendQuotas();
  /** Targets with an unused permit of the daily quota. */
  readonly #permits = new WeakSet<Target>();
  readonly #slots: IntegrationSlots;
  readonly #handOver: SendTarget;

  constructor(slots: number, send: SendTarget) {
    this.#slots = new IntegrationSlots(slots);
    this.#handOver = send;
  }

  /**
   * Returns the run with current breakers, because another attempt may have taken a probe since the run was loaded, and
   * with the quotas that are known to be used up.
   */
  withCurrentBreakers(run: RunContext, now: Date): RunContext {
    const environmentId = run.environment.id;
    const integrations = run.integrations.map((integration) => {
      const { id, breaker, messagesPerDay, sandbox } = integration;
      if (!breaker && messagesPerDay === undefined) return integration;
      return {
        ...integration,
        ...(breaker && { breaker: this.#breakers.withLatestProbe({ environmentId, id, breaker }) }),
        ...(messagesPerDay !== undefined &&
          !sandbox && { fullUntil: this.#quotas.fullUntil([environmentId, id], messagesPerDay, now) }),
      };
    });
    return { ...run, integrations };
  }

  /** Whether nothing may be sent through the integration now, not even a probe. */
  #currentBreakerHolds({ environment }: RunContext, { id, breaker }: RunIntegration, now: Date): boolean {
    return this.#breakers.heldUntil({ environmentId: environment.id, id, breaker }, now) !== undefined;
  }

  /** Returns when to requeue a job that cannot send yet, before anything is rendered. Undefined if the job runs now. */
  heldUntil(run: RunContext, now: Date): Date | undefined {
    return this.#breakerHoldsUntil(run, now) ?? quotaHoldsUntil(run, now) ?? this.#slotsHoldUntil(run, now);
  }

  /**
   * Returns when to requeue a job whose recorded reason is that its provider cannot be reached. While the provider
   * still cannot be reached, there is nothing new to decide or record.
   */
  #breakerHoldsUntil(run: RunContext, now: Date): Date | undefined {
    const { job, attempt, ended } = run;
    if (job.reason?.code !== 'provider_unavailable' || ended || attempt.deaths > 0 || mayChooseAnother(run)) return;
    const integration = run.integrations.find(({ id }) => id === job.integrationId);
    if (!integration?.breaker || !this.#currentBreakerHolds(run, integration, now)) return;
    const requestedWaitMs =
      integration.breaker.probeAt.getTime() - now.getTime() + spreadMs(job.id, attempt.number, now);
    return retryOf(run, now, requestedWaitMs)?.readyAt;
  }

  /** Returns when to requeue a job if every integration that it may choose already uses its share of the slots. */
  #slotsHoldUntil({ integrations, ended }: RunContext, now: Date): Date | undefined {
    const isFull = ({ id, sandbox }: RunIntegration) => !sandbox && this.#slots.isCrowded(id);
    const [first] = integrations;
    return first && !ended && integrations.every(isFull) ? this.#slots.takeTurn(first.id, now) : undefined;
  }

  /**
   * Sends the messages of an attempt. A message that waits for the rate limit or the quota, or that a breaker holds, has
   * a result that says so.
   *
   * @param targets each with a message.
   * @returns the results; otherwise when to requeue the job, if none of its messages was sent.
   */
  async send(
    run: RunContext,
    targets: readonly Target[],
    now: Date,
    worker: SendingWorker,
  ): Promise<readonly SendResult[] | Requeued> {
    if (this.#mayAvoidBreaker(run, targets, now)) return { readyAt: now };
    // Check for free slots before taking turns, because a requeued job would lose its turn.
    const crowdedUntil = this.#slotsBusyUntil(run, targets, now);
    if (crowdedUntil) return { readyAt: crowdedUntil };
    const turns = await this.#takeTurns(run, targets, now);
    const due = targets.filter(({ messageId }) => !turns.has(messageId));
    // Check the slots again, because other attempts ran in the meantime. From here to the send, do not await: no other
    // attempt may take the slots.
    const readyAt =
      requeueTime(run, targets, turns, now) ??
      this.#slotsBusyUntil(run, due, now) ??
      (worker.isPresent() ? undefined : absentUntil(now));
    if (readyAt) {
      await this.#giveBackPermits(run, due, now);
      return { readyAt };
    }
    const sends = targets.map((target) => {
      const turn = turns.get(target.messageId);
      return turn ? waitForTurn(target, turn, now) : this.#sendOne(run.environment.id, target, worker.now);
    });
    return Promise.all(sends);
  }

  /**
   * Whether another attempt took the probe of an integration while this message was rendered, and another integration
   * may be chosen.
   */
  #mayAvoidBreaker(run: RunContext, targets: readonly Target[], now: Date): boolean {
    const isLate = ({ integration }: Target) =>
      !breakerHolds(integration, now) && this.#currentBreakerHolds(run, integration, now);
    return mayChooseAnother(run) && targets.some(isLate);
  }

  /** Returns when to retry if an integration already uses its share of the slots. Undefined if it may send now. */
  #slotsBusyUntil(run: RunContext, targets: readonly Target[], now: Date): Date | undefined {
    const turns = targets.flatMap(({ integration }) =>
      integration.sandbox || this.#currentBreakerHolds(run, integration, now)
        ? []
        : (this.#slots.takeTurn(integration.id, now) ?? []),
    );
    return turns.length > 0 ? new Date(Math.max(...turns.map((turn) => turn.getTime()))) : undefined;
  }

  /**
   * Returns when each target may be sent, by message ID. Targets that the rate limit and the quota allow now are left
   * out: they have a permit of the quota, which the caller gives back if it does not send them.
   */
  async #takeTurns(run: RunContext, targets: readonly Target[], now: Date): Promise<Turns> {
    const turns = targets.flatMap((target) => {
      const { messageId, integration } = target;
      const { messagesPerSecond, messagesPerDay, sandbox } = integration;
      if (
        (messagesPerSecond ?? messagesPerDay) === undefined ||
        sandbox ||
        this.#currentBreakerHolds(run, integration, now)
      )
        return [];
      return this.#takeTurn(run, target, now).then((turn) => (turn ? [[messageId, turn] as const] : []));
    });
    return new Map((await Promise.all(turns)).flat());
  }

  async #takeTurn({ environment, attempt }: RunContext, target: Target, now: Date) {
    const { id, messagesPerSecond, messagesPerDay, fullUntil } = target.integration;
    if (fullUntil) return { at: fullUntil, isQuota: true };
    const { hasTurn } = attempt;
    const at = messagesPerSecond && (await this.#rates.take([environment.id, id], { messagesPerSecond, hasTurn }, now));
    if (at) return { at, isQuota: false };
    if (messagesPerDay === undefined) return undefined;
    const until = await this.#quotas.take([environment.id, id], messagesPerDay, now);
    if (until) return { at: until, isQuota: true };
    this.#permits.add(target);
    return undefined;
  }

  /** Gives back the permits of targets that are not sent now. */
  async #giveBackPermits(run: RunContext, targets: readonly Target[], now: Date): Promise<void> {
    for (const target of targets) await this.#giveBackPermit(run.environment.id, target, now);
  }

  /** Gives back the permit of a target, if it has one. */
  async #giveBackPermit(environmentId: string, target: Target, at: Date): Promise<void> {
    if (this.#permits.delete(target)) await this.#quotas.giveBack([environmentId, target.integration.id], 1, at);
  }

  /**
   * Sends a message unless the integration's breaker holds it. The permit of the quota is given back if the message
   * certainly did not leave. Never throws.
   */
  readonly #sendOne: SendTarget = async (environmentId, target, now) => {
    const at = now();
    const result = await this.#sendUnlessHeld(environmentId, target, now);
    if (didNotLeave(result)) await this.#giveBackPermit(environmentId, target, at);
    return result;
  };

  readonly #sendUnlessHeld: SendTarget = async (environmentId, target, now) => {
    const { integration, messageId } = target;
    if (integration.sandbox) return this.#handOver(environmentId, target, now);
    const { id, providerName: name, breaker } = integration;
    const guarded = { environmentId, id, name, breaker };
    // Without a breaker, do not await here: no other attempt may run between the check of the slots and the send.
    const probeAt = breaker && (await this.#breakers.hold(guarded, now()));
    if (probeAt) return { messageId, type: 'refused', error: heldError(breaker, probeAt, now()) };
    const send = () => this.#handOver(environmentId, target, now);
    return this.#runGuarded(this.#breakers, guarded, { key: id, work: send, problem: problemOfSend }, now);
  };

  /**
   * Makes a step's own request to `host`, unless the host's breaker holds it or its share of the slots is used up.
   *
   * @returns the result; otherwise when to requeue the job, or since when the host does not respond and how long to
   * wait.
   */
  async request(
    { environment, job }: RunContext,
    host: string,
    work: () => Promise<AnsweredRequest>,
    worker: SendingWorker,
  ): Promise<AnsweredRequest | Requeued> {
    const { now, isPresent } = worker;
    if (!isPresent()) return { readyAt: absentUntil(now()) };
    const key = `${environment.id}:${host}`;
    const breaker = await hostBreaker(environment.id, host);
    const guarded = { environmentId: environment.id, id: host, name: host, breaker };
    const turn = breaker ? undefined : this.#slots.takeTurn(key, now());
    if (turn) return { readyAt: turn };
    const probeAt = breaker && (await this.#hosts.hold(guarded, now()));
    if (probeAt) {
      const { openedAt: since, words: problem } = breaker;
      const until = probeEndsAt(breaker, probeAt, now()).getTime() + spreadMs(job.id, probeAt.getTime());
      return { host, answer: { kind: 'held', problem, since, retryAfterMs: waitMs(new Date(until), now()) } };
    }
    return this.#runGuarded(this.#hosts, guarded, { key, work, problem: problemOfRequest }, now);
  }

  async #runGuarded<Result>(
    breakers: Breakers,
    guarded: Guarded,
    { key, work, problem }: GuardedWork<Result>,
    now: () => Date,
  ): Promise<Result> {
    const startedAt = performance.now();
    const result = await this.#slots.occupy(key, work);
    const failed = problem(result);
    if (failed === undefined || performance.now() - startedAt < SUSPENDED_MS)
      await breakers.record(guarded, failed, now());
    return result;
  }
}

/** Returns when to requeue a job if this worker may have lost it. */
function absentUntil(now: Date): Date {
  return new Date(now.getTime() + ABSENT_PAUSE_MS);
}

interface GuardedWork<Result> {
  /** The key of the share of the slots. */
  key: string;
  work: () => Promise<Result>;
  /** Returns why there was no response. Undefined if there was one, or if Belfry itself failed. */
  problem: (result: Result) => string | undefined;
}

function problemOfSend(result: SendResult): string | undefined {
  if (result.type === 'accepted' || !(result.error instanceof ProviderError)) return undefined;
  const { kind, status, words } = result.error;
  return kind === 'unavailable' && status === undefined ? words : undefined;
}

function problemOfRequest({ answer }: AnsweredRequest): string | undefined {
  return 'problem' in answer && answer.kind === 'unavailable' ? answer.problem : undefined;
}

function heldError({ openedAt, words }: OpenBreaker, probeAt: Date, now: Date): SendFailure {
  return {
    kind: 'unavailable',
    // The provider sent no response, so this text is Belfry's.
    isOwn: true,
    words,
    status: undefined,
    providerCode: undefined,
    retryAfterMs: waitMs(probeAt, now),
    unreachable: true,
    heldSince: openedAt,
  };
}

/** Returns when the running probe has a result, or when the next probe is possible if none is running. */
function probeEndsAt({ openedAt }: OpenBreaker, probeAt: Date, now: Date): Date {
  const begunAt = probeAt.getTime() - PROBE_MS;
  const answered = new Date(begunAt + ANSWER_MS);
  return begunAt > openedAt.getTime() && now < answered ? answered : probeAt;
}

function waitMs(until: Date, now: Date): number {
  return Math.max(until.getTime() - now.getTime(), 1_000);
}

/** Returns when to requeue a job whose recorded reason is a used-up quota, while the quota is still used up. */
function quotaHoldsUntil(run: RunContext, now: Date): Date | undefined {
  const { job, attempt, ended } = run;
  if (job.reason?.code !== 'quota_waiting' || ended || attempt.deaths > 0 || mayChooseAnother(run)) return undefined;
  const until = run.integrations.find(({ id }) => id === job.integrationId)?.fullUntil;
  return until && maySendAt(run, until) ? quotaCheckAt(until, now) : undefined;
}

/** Whether the message certainly did not leave: there was no connection, or Belfry could not use the credentials. */
function didNotLeave(result: SendResult): boolean {
  return result.type === 'refused' && (result.error.unreachable || result.error.isUnreadable === true);
}

function spreadMs(...seeds: (string | number | Date)[]): number {
  return SPREAD_MS * seededChance(...seeds.map(String));
}
