/** The state of interleavings outside the database: the workers' memory, and the events that can still happen. */
import type { ClaimedWork } from '#lib/engine/queue/work.ts';
import type { Records } from '#lib/engine/record/records.ts';
import type { RunContext } from '#lib/engine/run-context.ts';
import type { Stored } from './stored-run.ts';

/** The maximum number of events of each kind in one interleaving. */
export interface Budget {
  /** A worker dies while it holds work. */
  deaths: number;
  /** The clock passes the end of every lease. */
  expiries: number;
  renewals: number;
  /** A worker requeues a job that it claimed and has not started. */
  returns: number;
  cancellations: number;
  /** The provider is temporarily unavailable. */
  failures: number;
  /** The provider rejects the message permanently. */
  rejections: number;
  /** A user retries a failed step manually. */
  retries: number;
}

export const NOTHING: Budget = {
  deaths: 0,
  expiries: 0,
  renewals: 0,
  returns: 0,
  cancellations: 0,
  failures: 0,
  rejections: 0,
  retries: 0,
};

/** The state of one attempt in a worker's memory. */
export type Hand =
  | { phase: 'idle' }
  | { phase: 'dead' }
  | { phase: 'claimed'; work: ClaimedWork }
  | { phase: 'loaded'; work: ClaimedWork; run: RunContext }
  | { phase: 'sent'; work: ClaimedWork; run: RunContext; records: Records };

export interface World {
  now: Date;
  /** The state of the worker in each slot. */
  hands: readonly Hand[];
  budget: Budget;
  /** Dead workers whose rows still exist. */
  dead: readonly string[];
  /** The IDs of the messages that the provider accepted. */
  accepted: readonly string[];
  /** The number of times that work was taken from its worker. */
  losses: number;
  isCancelled: boolean;
  isRejected: boolean;
}

export const IDLE: Hand = { phase: 'idle' };

export const LEASE_MS = 30_000;

export function withHand(world: World, index: number, hand: Hand): World {
  return { ...world, hands: world.hands.with(index, hand) };
}

export function expired(world: World): World {
  const budget = { ...world.budget, expiries: world.budget.expiries - 1 };
  return { ...world, now: new Date(world.now.getTime() + LEASE_MS + 1000), budget };
}

/**
 * Returns the same key for equivalent states, from which the same continuations are possible. Two states are also
 * equivalent if two workers swap their roles, because workers differ only in their names.
 *
 * @param slots the worker of each hand.
 */
export function keyOf(world: World, stored: Stored, slots: readonly string[]): string {
  const { hands, budget, dead, accepted, losses, isCancelled, isRejected } = world;
  const workers = [...new Set(slots)];
  const keys = [workers, workers.toReversed()].map((order) => {
    const parts = order.map((worker) => [
      dead.includes(worker),
      hands.flatMap((hand, index) => (slots[index] === worker ? JSON.stringify(remembered(hand)) : [])).toSorted(),
    ]);
    const work = stored.work.map((row) => ({ ...row, worker: row.worker && order.indexOf(row.worker) }));
    return JSON.stringify([parts, budget, accepted, losses, isCancelled, isRejected, { ...stored, work }]);
  });
  return keys.toSorted()[0] ?? '';
}

function remembered(hand: Hand): unknown {
  if (hand.phase === 'idle' || hand.phase === 'dead') return hand.phase;
  const { jobId, claims, attempts, deaths } = hand.work;
  const held = [hand.phase, jobId, claims, attempts, deaths];
  if (hand.phase === 'claimed') return held;
  const { ended, jobs, sentMessages } = hand.run;
  const loaded = [...held, ended?.code, jobs.map(({ status }) => status), [...sentMessages]];
  if (hand.phase === 'loaded') return loaded;
  const { job, work, outcome, messages } = hand.records;
  return [...loaded, job.status, job.reason.code, work.type, outcome?.outcome, messages.map(({ status }) => status)];
}
