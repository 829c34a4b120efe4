/** How long ago the counts of an integration's health begin. */
export const HEALTH_HOURS = 24;

/** What an integration took and refused. */
export interface Delivered {
  sent: number;
  /** Refused for good, or given up. */
  failed: number;
}

/** From which share of messages sent an integration is healthy, and from which it only has trouble. */
const HEALTHY = 0.98;
const TROUBLED = 0.9;

/** `retrying`: attempts failed and nothing came of any message yet. `unreachable`: its messages wait for an answer. */
export type HealthLevel = 'healthy' | 'troubled' | 'failing' | 'retrying' | 'unreachable' | 'unused';

export interface Tried extends Delivered {
  /** Attempts that were refused for now. */
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

/** The share of messages that the provider took, from 0 to 1. Undefined when there were none. */
export function successRate(counts: Delivered | undefined): number | undefined {
  const all = counts ? counts.sent + counts.failed : 0;
  return counts && all > 0 ? counts.sent / all : undefined;
}

/** "95.8 %", never rounded up to all: one failure in a million is "99.9 %". */
export function rateText(rate: number): string {
  const percent = Math.round(rate * 1000) / 10;
  return `${rate < 1 ? Math.min(99.9, percent) : percent} %`;
}
