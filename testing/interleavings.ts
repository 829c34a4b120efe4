/**
 * Tries every order of events in one run: two workers, a cancellation, deaths and expiring leases. The real statements
 * run on a real PostgreSQL, one after the other, in one transaction. A savepoint before each statement allows a
 * rollback, to try the next order. A state that is equal in the database and in the workers' memory is explored only
 * once. The count of orders includes its continuations for every order that leads to the state.
 */

import type { Ctx } from '#lib/api/context.ts';
import { ApiError } from '#lib/api/errors.ts';
import { Gate } from '#lib/engine/admission/gate.ts';
import { attempt, isRequeued, isWindowPending } from '#lib/engine/attempt/attempt.ts';
import type { SendTarget } from '#lib/engine/decision.ts';
import { TransitionError } from '#lib/engine/job-status.ts';
import { loadRuns } from '#lib/engine/load/runs.ts';
import { claimInterrupted, recoverWork } from '#lib/engine/queue/recovery.ts';
import { type ClaimedWork, claimWork, LANES, renewLeases, returnWork } from '#lib/engine/queue/work.ts';
import { Recorder } from '#lib/engine/record/recorder.ts';
import { cancelTransaction } from '#lib/events/cancel-transaction.ts';
import { retryStep } from '#lib/notifications/retry/retry-step.ts';
import { query, transaction } from '#lib/postgres/db.ts';
import { renderStep } from '#lib/rendering/render-step.ts';
import { copyLimits } from '#testing/run.ts';
import { sampleEnvironment, sampleIntegrations, sampleWorkflow, trigger } from './engine.ts';
import {
  type Budget,
  expired,
  type Hand,
  IDLE,
  keyOf,
  LEASE_MS,
  NOTHING,
  type World,
  withHand,
} from './interleavings-world.ts';
import { assertGuarantees, type Stored, storedRun } from './stored-run.ts';

interface Step {
  name: string;
  /** The number of workers for which this step has the same effect. Default: 1. */
  workers?: number;
  take(world: World): Promise<World>;
}

export interface Explored {
  /** The number of orders of events from the beginning to the end. */
  interleavings: bigint;
  states: number;
  /** The number of steps that ran in the database. */
  steps: number;
  longest: number;
}

const SMS = { type: 'sms', name: 'Text', controlValues: { body: 'Code' } };
const JANE = { subscriberId: 'jane', phone: '+15555550123' };

/**
 * Tries all orders of events for a run with this many steps, in one transaction that is rolled back.
 *
 * @param slots the worker of each slot, such as `a a b`.
 * @throws Error with the order of events that broke a guarantee.
 */
export async function interleavingsOf(steps: number, slots: string, budget: Partial<Budget>): Promise<Explored> {
  const { ctx } = await sampleEnvironment();
  await sampleIntegrations(ctx, ['sms']);
  const workflowId = await sampleWorkflow(ctx, Array(steps).fill(SMS));
  const { transactionId = '' } = await trigger(ctx, workflowId, JANE);
  // This time is later than the real clock, so that rows written with the real clock, such as by a cancellation, are
  // due immediately.
  const start = new Date(Date.now() + 3_600_000);
  const found = Promise.withResolvers<Explored>();
  const over = new Error('All interleavings were taken');
  await transaction(async () => {
    const interleavings = new Interleavings(ctx, transactionId, slots.split(' '), start);
    found.resolve(await interleavings.explore({ ...NOTHING, ...budget }));
    throw over;
  }).catch((error) => {
    if (error !== over) throw error;
  });
  return found.promise;
}

class Interleavings {
  readonly #ctx: Ctx;
  readonly #transactionId: string;
  readonly #start: Date;
  /** The worker of each slot. A worker may have several slots, because it may have several attempts in progress. */
  readonly #slots: readonly string[];
  readonly #known = new Map<string, { ways: bigint; longest: number }>();
  #depth = 0;
  #steps = 0;

  constructor(ctx: Ctx, transactionId: string, slots: readonly string[], start: Date) {
    this.#slots = slots;
    this.#ctx = ctx;
    this.#transactionId = transactionId;
    this.#start = start;
  }

  /** Must run in a transaction. @throws Error with the order of events that broke a guarantee. */
  async explore(budget: Budget): Promise<Explored> {
    const world: World = {
      now: this.#start,
      hands: this.#slots.map(() => IDLE),
      budget,
      dead: [],
      accepted: [],
      losses: 0,
      isCancelled: false,
      isRejected: false,
    };
    const { ways, longest } = await this.#visit(world, await storedRun(this.#ctx, this.#transactionId, world.now), []);
    return { interleavings: ways, longest, states: this.#known.size, steps: this.#steps };
  }

  async #visit(world: World, stored: Stored, path: readonly string[]): Promise<{ ways: bigint; longest: number }> {
    const key = keyOf(world, stored, this.#slots);
    const known = this.#known.get(key);
    if (known) return known;
    let ways = 0n;
    let longest = 0;
    for (const step of this.#stepsOf(world)) {
      const way = [...path, step.name];
      await this.#takenBack(async () => {
        this.#steps++;
        const next = await step.take(world);
        const then = await storedRun(this.#ctx, this.#transactionId, next.now);
        assertGuarantees(stored, then, { ...next, isRetried: next.budget.retries < world.budget.retries }, way);
        if (keyOf(next, then, this.#slots) === key) return;
        const rest = await this.#visit(next, then, way);
        ways += rest.ways * BigInt(step.workers ?? 1);
        longest = Math.max(longest, rest.longest + 1);
      });
    }
    if (ways === 0n) {
      await this.#takenBack(() => this.#complete(world, path));
      ways = 1n;
    }
    this.#known.set(key, { ways, longest });
    return { ways, longest };
  }

  #stepsOf(world: World): Step[] {
    const { budget } = world;
    const living = new Set(this.#slots.filter((_, index) => world.hands[index]?.phase !== 'dead'));
    const steps = [...living].flatMap((worker) => this.#workerSteps(world, worker));
    if (living.size > 0)
      steps.push({ name: 'a worker recovers', workers: living.size, take: (before) => this.#recover(before) });
    steps.push(...this.#slots.flatMap((worker, index) => this.#slotSteps(world, worker, index)));
    if (budget.expiries > 0) steps.push({ name: 'leases expire', take: async (before) => expired(before) });
    if (budget.retries > 0) steps.push({ name: 'manual retry', take: (before) => this.#retry(before) });
    if (budget.cancellations > 0) steps.push({ name: 'cancel', take: (before) => this.#cancel(before) });
    return steps;
  }

  #workerSteps({ hands, budget }: World, worker: string): Step[] {
    const isHolding = hands.some((hand, index) => this.#slots[index] === worker && 'work' in hand);
    const steps: Step[] = [];
    if (budget.deaths > 0) steps.push({ name: `${worker} dies`, take: async (world) => this.#die(world, worker) });
    if (budget.renewals > 0 && isHolding)
      steps.push({ name: `${worker} renews`, take: (world) => this.#renew(world, worker) });
    return steps;
  }

  #slotSteps({ hands, budget }: World, worker: string, index: number): Step[] {
    const hand = hands[index] as Hand;
    const step = (name: string, take: Step['take']): Step => ({ name: `${worker}/${index} ${name}`, take });
    switch (hand.phase) {
      case 'dead':
        return [];
      case 'idle':
        return [step('claims', (world) => this.#claim(world, worker, index))];
      case 'claimed': {
        const loads = step('loads', (world) => this.#load(world, hand.work, index));
        const returns = step('returns', (world) => this.#return(world, hand.work, worker, index));
        return budget.returns > 0 ? [loads, returns] : [loads];
      }
      case 'loaded': {
        const sends = step('sends', (world) => this.#send(world, hand, index, 'accepted'));
        const fails = step('finds it unavailable', (world) => this.#send(world, hand, index, 'unavailable'));
        const rejected = step('is rejected', (world) => this.#send(world, hand, index, 'rejected'));
        return [sends, ...(budget.failures > 0 ? [fails] : []), ...(budget.rejections > 0 ? [rejected] : [])];
      }
      case 'sent':
        return [step('records', (world) => this.#record(world, hand, worker, index))];
    }
  }

  async #claim(world: World, workerId: string, index: number): Promise<World> {
    const holder = { workerId, now: world.now, leaseMs: LEASE_MS };
    const { environmentId } = this.#ctx;
    const work =
      (await claimInterrupted(holder, 1))[0] ??
      (await claimWork({ environmentId, lane: LANES.urgent }, holder, 1))[0] ??
      (await claimWork({ environmentId, lane: LANES.normal }, holder, 1))[0];
    return work ? withHand(world, index, { phase: 'claimed', work }) : world;
  }

  async #load(world: World, work: ClaimedWork, index: number): Promise<World> {
    const [run] = await loadRuns(this.#ctx.environmentId, [work]);
    if (!run) throw new Error('A claimed job has no run');
    return withHand(world, index, { phase: 'loaded', work, run });
  }

  async #send(
    world: World,
    { work, run }: Extract<Hand, { phase: 'loaded' }>,
    index: number,
    answer: 'accepted' | 'unavailable' | 'rejected',
  ): Promise<World> {
    const accepted: string[] = [];
    const send: SendTarget = async (_environmentId, { messageId }) => {
      if (answer !== 'accepted') return { messageId, type: 'refused', error: { ...FAILURE, kind: answer } };
      accepted.push(messageId);
      return { messageId, type: 'accepted', sandbox: false, providerMessageId: 'p-1', exchange: { request: '' } };
    };
    const request = () => Promise.reject(new Error('The run makes no request of its own'));
    const tools = {
      now: () => world.now,
      render: renderStep,
      maxSpanDays: 180,
      copyLimits,
      request,
      isPresent: () => true,
    };
    const records = await attempt(run, tools, new Gate(200, send)).catch((error) => {
      if (error instanceof TransitionError && accepted.length === 0) return undefined;
      throw error;
    });
    if (!records) return withHand(world, index, IDLE); // the run had already ended
    if (isRequeued(records)) throw new Error('The gate is closed although the provider lives');
    if (isWindowPending(records)) throw new Error('The run has no windows');
    const failures = world.budget.failures - (answer === 'unavailable' ? 1 : 0);
    const rejections = world.budget.rejections - (answer === 'rejected' ? 1 : 0);
    return {
      ...withHand(world, index, { phase: 'sent', work, run, records }),
      accepted: [...world.accepted, ...accepted],
      isRejected: world.isRejected || answer === 'rejected',
      budget: { ...world.budget, failures, rejections },
    };
  }

  /** Records an attempt, if this claim still holds the job. Otherwise the database stays unchanged. */
  async #record(
    world: World,
    { work, run, records }: Extract<Hand, { phase: 'sent' }>,
    workerId: string,
    index: number,
  ): Promise<World> {
    const before = await storedRun(this.#ctx, this.#transactionId, world.now);
    const isHeld = before.work.some(
      ({ job, worker, claims }) => job === work.jobId && worker === workerId && claims === work.claims,
    );
    const recorded = await new Recorder(workerId, () => world.now).record({ work, run, records });
    if (recorded !== isHeld) throw new Error(`${workerId} recorded: ${recorded}, held: ${isHeld}`);
    const after = await storedRun(this.#ctx, this.#transactionId, world.now);
    if (!recorded && JSON.stringify(after) !== JSON.stringify(before)) throw new Error('A stale write changed rows');
    return withHand(world, index, IDLE);
  }

  async #renew(world: World, workerId: string): Promise<World> {
    const own = world.hands.filter((_hand, index) => this.#slots[index] === workerId);
    const held = own.flatMap((hand) => ('work' in hand ? hand.work : []));
    await renewLeases(held, { workerId, now: world.now, leaseMs: LEASE_MS });
    return { ...world, budget: { ...world.budget, renewals: world.budget.renewals - 1 } };
  }

  async #return(world: World, work: ClaimedWork, workerId: string, index: number): Promise<World> {
    await returnWork([{ ...work, until: world.now }], { workerId, now: world.now });
    return { ...withHand(world, index, IDLE), budget: { ...world.budget, returns: world.budget.returns - 1 } };
  }

  #die(world: World, worker: string): World {
    const hands = world.hands.map((hand, index): Hand => (this.#slots[index] === worker ? { phase: 'dead' } : hand));
    return {
      ...world,
      hands,
      dead: [...world.dead, worker],
      budget: { ...world.budget, deaths: world.budget.deaths - 1 },
    };
  }

  async #recover(world: World): Promise<World> {
    const rows = await recoverWork(world.dead, world.now);
    return { ...world, dead: [], losses: world.losses + rows };
  }

  async #cancel(world: World): Promise<World> {
    const isCancelled = await cancelTransaction(this.#ctx, this.#transactionId);
    return { ...world, isCancelled, budget: { ...world.budget, cancellations: 0 } };
  }

  async #retry(world: World): Promise<World> {
    const { id, jobs } = await storedRun(this.#ctx, this.#transactionId, world.now);
    const failed = jobs.find(({ status }) => status === 'failed');
    if (!failed) return world;
    try {
      await retryStep(this.#ctx, { notificationId: id, jobId: failed.id });
    } catch (error) {
      if (error instanceof ApiError) return world;
      throw error;
    }
    return { ...world, budget: { ...world.budget, retries: world.budget.retries - 1 } };
  }

  /** Completes the run with a worker that meets no further events, after any order of events. */
  async #complete(world: World, path: readonly string[]): Promise<void> {
    let after: World = { ...world, now: new Date(world.now.getTime() + 3_600_000), hands: [IDLE] };
    after = await this.#recover({ ...after, dead: this.#slots });
    for (let turns = 0; ; turns++) {
      if (turns > 20) throw new Error(`The run never ends after: ${path.join(', ')}`);
      after = await this.#claim({ ...after, now: new Date(after.now.getTime() + 60_000) }, HEALTHY, 0);
      const [hand] = after.hands;
      if (hand?.phase !== 'claimed') break;
      after = await this.#load(after, hand.work, 0);
      after = await this.#send(after, after.hands[0] as Extract<Hand, { phase: 'loaded' }>, 0, 'accepted');
      const [attempted] = after.hands;
      if (attempted?.phase !== 'sent') throw new Error('A job that has ended was claimed');
      after = await this.#record(after, attempted, HEALTHY, 0);
    }
    const stored = await storedRun(this.#ctx, this.#transactionId, after.now);
    assertGuarantees(stored, stored, { ...after, isRetried: false }, [...path, 'completed']);
    const isEnded = stored.outcome !== null && stored.work.length === 0;
    const isSent = stored.messages.every(({ status }) => status === 'sent') && stored.messages.length > 0;
    if (!isEnded || !(isSent || world.isCancelled || world.isRejected)) {
      throw new Error(`Lost after: ${path.join(', ')}\n${JSON.stringify(stored)}`);
    }
  }

  async #takenBack(work: () => Promise<void>): Promise<void> {
    const name = `step_${this.#depth++}`;
    await query('', `SAVEPOINT ${name}`);
    await work();
    await query('', `ROLLBACK TO SAVEPOINT ${name}`);
    await query('', `RELEASE SAVEPOINT ${name}`);
    this.#depth--;
  }
}

/** The worker that completes the run. */
const HEALTHY = 'worker-healthy';

const FAILURE = {
  words: 'Busy',
  status: 503,
  isOwn: false,
  providerCode: undefined,
  retryAfterMs: undefined,
  unreachable: false,
  exchange: { request: '' },
} as const;
