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
  /** Returns the outage to which an attempt without a response belongs. */
  outageOf: (event: Event) => OutageSpan | undefined;
}

interface OutageSpan {
  openedAt: Date;
  closedAt: Date | null;
}

/** Parts below this fraction of the delay are added to the part before them. */
const LEAST = 0.05;

/**
 * Returns the causes of a delay in the order of their beginning. A cause begins with the event that shows it, and lasts
 * until the event that shows another one. Each outage is a cause of its own. If the step was queued, the time until the first event is a wait for a
 * worker. The share of a failure lasts until someone retries the step.
 */
export function lateShares({ begin, sentAt, events, outageOf }: Delay): LateShare[] {
  const shares = new Map<string, LateShare>();
  let current: Omit<LateShare, 'ms'> = { cause: wasQueued(events) ? 'queue' : 'unknown' };
  let since = begin;
  const end = (at: Date) => {
    const key = `${current.cause} ${current.since ?? ''}`;
    const known = shares.get(key);
    const ms = (known?.ms ?? 0) + Math.max(0, at.getTime() - since.getTime());
    shares.set(key, { ...known, ...current, ms });
    since = at;
  };
  const firstFailure = events.findIndex(({ reason }) => outcomeOf(reason) === 'failed');
  const lastRetry = events.findLastIndex(({ reason }) => reason.code === 'retry_requested');
  for (const [index, event] of events.entries()) {
    const { reason, at } = event;
    end(at);
    const isFailure = outcomeOf(reason) === 'failed' && index < lastRetry;
    // A request before the first failure only shortened a wait, so it is not a cause.
    if (reason.code === 'retry_requested' && firstFailure >= 0 && index > firstFailure) current = retryOf(reason);
    else if (isFailure) current = { cause: 'retry' };
    else current = causeOf(reason, outageOf(event)) ?? (current.cause === 'queue' ? { cause: 'unknown' } : current);
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

function causeOf(reason: Reason, outage: OutageSpan | undefined): Omit<LateShare, 'ms'> | undefined {
  const cause = reason.code === 'provider_unavailable' ? unreachedCause(reason, outage) : CAUSES[reason.code];
  if (!cause) return undefined;
  const { sender, integration, provider } = reason.evidence as Partial<
    Record<'sender' | 'integration' | 'provider', string>
  >;
  const name = sender ?? ((reason.code === 'provider_unavailable' && integration) || provider);
  return { cause, ...(name && { provider: name }), ...(cause === 'outage' && spanOf(reason, outage)) };
}

/**
 * The reason of an attempt that was held back contains the start of the outage, even if the outage itself is no longer
 * stored.
 */
function unreachedCause({ evidence }: Reason<'provider_unavailable'>, outage: OutageSpan | undefined): LateCause {
  if (outage || evidence.since !== undefined) return 'outage';
  return evidence.problem === undefined ? 'provider' : 'no_response';
}

function spanOf({ evidence }: Reason, outage: OutageSpan | undefined): Pick<LateShare, 'since' | 'until'> {
  const since = outage?.openedAt.toISOString() ?? (evidence as { since?: string }).since;
  return { ...(since && { since }), ...(outage?.closedAt && { until: outage.closedAt.toISOString() }) };
}

/** Adds small shares to their neighbours, so that the shares still add up to the delay. */
function notable(shares: readonly LateShare[]): LateShare[] {
  const all = shares.reduce((sum, { ms }) => sum + ms, 0);
  const kept: LateShare[] = [];
  let early = 0;
  for (const share of shares) {
    const last = kept.at(-1);
    if (share.ms >= LEAST * all) {
      kept.push({ ...share, ms: share.ms + early });
      early = 0;
    } else if (last) last.ms += share.ms;
    else early += share.ms;
  }
  return kept;
}
