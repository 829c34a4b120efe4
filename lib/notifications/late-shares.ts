/** Divides the delay of a message among its causes. Pure. */
import { outcomeOf, type Reason, type ReasonCode } from '#lib/reasons/registry.ts';
import type { LateCause, LateShare } from './lateness.ts';

export interface Event {
  reason: Reason;
  at: Date;
}

interface Delay {
  begin: Date;
  sentAt: Date;
  /** The events of the step, in order. */
  events: readonly Event[];
  /** Whether an attempt without a response at this time belongs to an outage. */
  isInOutage: (at: Date) => boolean;
}

/** Parts below this fraction of the delay are left out. */
const LEAST = 0.05;

/**
 * Returns the causes of a delay in the order of their beginning. A cause begins with the event that shows it, and lasts
 * until the event that shows another one. If the step was queued, the time until the first event is a wait for a
 * worker. The share of a failure lasts until someone retries the step.
 */
export function lateShares({ begin, sentAt, events, isInOutage }: Delay): LateShare[] {
  const shares = new Map<LateCause, LateShare>();
  let current: Omit<LateShare, 'ms'> = { cause: wasQueued(events) ? 'queue' : 'unknown' };
  let since = begin;
  const end = (at: Date) => {
    const known = shares.get(current.cause);
    const ms = (known?.ms ?? 0) + Math.max(0, at.getTime() - since.getTime());
    shares.set(current.cause, { ...known, ...current, ms });
    since = at;
  };
  const firstFailure = events.findIndex(({ reason }) => outcomeOf(reason) === 'failed');
  const lastRetry = events.findLastIndex(({ reason }) => reason.code === 'retry_requested');
  for (const [index, { reason, at }] of events.entries()) {
    end(at);
    const isFailure = outcomeOf(reason) === 'failed' && index < lastRetry;
    // A request before the first failure only shortened a wait, so it is not a cause.
    if (reason.code === 'retry_requested' && firstFailure >= 0 && index > firstFailure) current = retryOf(reason);
    else if (isFailure) current = { cause: 'retry' };
    else current = causeOf(reason, isInOutage(at)) ?? (current.cause === 'queue' ? { cause: 'unknown' } : current);
  }
  end(sentAt);
  return notable([...shares.values()]);
}

/** Returns the cause with the most time. The time without a known cause counts only if there is no other. */
export function mainCause(shares: readonly LateShare[]): LateCause {
  const known = shares.filter(({ cause }) => cause !== 'unknown');
  return known.toSorted((one, other) => other.ms - one.ms)[0]?.cause ?? 'unknown';
}

function wasQueued(events: readonly Event[]): boolean {
  return events.some(({ reason }) => reason.code === 'step_queued' && reason.evidence.since !== undefined);
}

function retryOf({ evidence: { actor, at } }: Reason<'retry_requested'>): Omit<LateShare, 'ms'> {
  return { cause: 'retry', ...(actor && { actor }), ...(at && { at }) };
}

const CAUSES: Partial<Record<ReasonCode, LateCause>> = {
  retry_waiting: 'provider',
  mailbox_waiting: 'provider',
  provider_rate_limited: 'provider',
  outcome_unknown: 'worker',
  rate_limit_waiting: 'limit',
  quota_waiting: 'limit',
};

function causeOf(reason: Reason, isInOutage: boolean): Omit<LateShare, 'ms'> | undefined {
  const isUnreached = reason.code === 'provider_unavailable';
  const cause = isUnreached ? (isInOutage ? 'outage' : 'provider') : CAUSES[reason.code];
  if (!cause) return undefined;
  const { integration, provider } = reason.evidence as { integration?: string; provider?: string };
  const name = (isUnreached && integration) || provider;
  return { cause, ...(name && { provider: name }) };
}

function notable(shares: readonly LateShare[]): LateShare[] {
  const all = shares.reduce((sum, { ms }) => sum + ms, 0);
  return shares.filter(({ ms }) => ms >= LEAST * all);
}
