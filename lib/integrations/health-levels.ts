/** The time range of the counts of an integration's health, in hours. */
export const HEALTH_HOURS = 24;

/** The numbers of messages that an integration sent or failed to send. */
export interface Delivered {
  sent: number;
  /** Messages that failed permanently or after all retries. */
  failed: number;
}

/** The minimum shares of sent messages at which an integration is healthy, or at least only troubled. */
const HEALTHY = 0.98;
const TROUBLED = 0.9;

/** `retrying`: attempts failed, but no message has ended yet. `unreachable`: messages wait until the provider responds again. */
export type HealthLevel = 'healthy' | 'troubled' | 'failing' | 'retrying' | 'unreachable' | 'unused';

export interface Tried extends Delivered {
  /** Attempts that failed temporarily. */
  retried: number;
  unreachableSince?: string | undefined;
}

export function healthLevel(counts: Tried | undefined): HealthLevel {
  if (counts?.unreachableSince !== undefined) return 'unreachable';
  const rate = successRate(counts);
  if (rate === undefined) return counts && counts.retried > 0 ? 'retrying' : 'unused';
  if (rate >= HEALTHY) return 'healthy';
  return rate >= TROUBLED ? 'troubled' : 'failing';
}

/** Returns the share of sent messages, from 0 to 1. Undefined if there were no messages. */
export function successRate(counts: Delivered | undefined): number | undefined {
  const all = counts ? counts.sent + counts.failed : 0;
  return counts && all > 0 ? counts.sent / all : undefined;
}

/** Returns "95.8%". Never rounds up to 100: one failure in a million is "99.9%". */
export function rateText(rate: number): string {
  const percent = Math.round(rate * 1000) / 10;
  return `${rate < 1 ? Math.min(99.9, percent) : percent}%`;
}
