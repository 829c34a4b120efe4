import type { HeldBy } from '#lib/notifications/lateness/lateness.ts';
import { arrivalText } from '#lib/notifications/status/unknown-attempts.ts';
import { OUTAGE_EFFECTS, type OutageEffect } from '#lib/outages/effects.ts';
import type { Outage, OutageMessage, RecentOutage } from '#lib/outages/schema.ts';
import { parseReason } from '#lib/reasons/registry.ts';
import { reasonLine } from '#lib/reasons/step-summary.ts';
import { timesAt } from '#lib/time/day-time.ts';
import { durationText, momentText } from '#lib/time/time.ts';

export const EFFECT_LABELS: Readonly<Record<OutageEffect, string>> = {
  waiting: 'Waiting',
  late: 'Late',
  failed: 'Failed',
  recovered: 'Recovered',
};

export const SEVERAL_LABEL = 'Possibly several times';

type Times = Pick<Outage, 'openedAt' | 'closedAt'>;

/** Returns "27 Nov, 09:12 to 09:24 (12 min)", or "Since 27 Nov, 09:12". */
export function spanText({ openedAt, closedAt }: Times, zone?: string): string {
  if (closedAt === undefined) return `Since ${momentText(openedAt, zone)}`;
  const [from, to] = [Date.parse(openedAt), Date.parse(closedAt)];
  return `${momentText(openedAt, zone)} to ${timesAt(from, zone).time(closedAt)} (${durationText(to - from)})`;
}

/** Returns the outages that held up a message with the one that still holds it up, each once. */
export function withLasting(outages: readonly HeldBy[] = [], lasting: HeldBy | undefined): HeldBy[] {
  const isKnown = outages.some(
    ({ integrationId, openedAt }) => integrationId === lasting?.integrationId && openedAt === lasting.openedAt,
  );
  return lasting && !isKnown ? [...outages, lasting] : [...outages];
}

/** Returns the sentence about when waiting messages are sent. Undefined if the outage is over and no message waits. */
export function waitNote({ closedAt, counts }: Pick<Outage, 'closedAt' | 'counts'>): string | undefined {
  if (!closedAt) return 'Messages wait. When the provider responds again, they are sent within seconds.';
  if (counts.waiting === 0) return undefined;
  return 'The provider responds again, so the waiting messages become due within seconds. Messages for which the provider requested a later time keep that time.';
}

/**
 * Returns the note next to the button that retries failed runs, whose number may be smaller than that of the failed
 * messages. Undefined if nothing can be retried.
 */
export function retryNote({ failedRuns }: Pick<Outage, 'failedRuns'>): string | undefined {
  return failedRuns && 'A retry leaves out runs that were cancelled or skipped.';
}

/** Returns "6 waiting" while the outage lasts, then "6 late, 0 failed". Undefined if the numbers are unknown. */
export function listedEffect({ waiting, more = false, late, failed }: RecentOutage): string | undefined {
  if (waiting !== undefined) return `${countText(waiting, more)} waiting`;
  if (late === undefined || failed === undefined) return undefined;
  return `${countText(late, false)} late, ${countText(failed, false)} failed`;
}

/** Returns the number of messages that an outage affected. */
export function allOf(counts: Outage['counts']): number {
  return OUTAGE_EFFECTS.reduce((sum, effect) => sum + counts[effect], 0);
}

/**
 * Returns what happened to a message: "Sent 12 min late", "Twilio said “unknown number”", "Next attempt at 09:40; may have
 * arrived".
 */
export function effectText(message: OutageMessage, now: number, zone?: string): string {
  const { arrivals, sentAt } = message;
  const text = knownText(message, now, zone);
  return arrivals === undefined ? text : `${text}; ${arrivalText(arrivals, sentAt !== undefined)}`;
}

function knownText(message: OutageMessage, now: number, zone?: string): string {
  const { effect, heldAt, sentAt, retryAt } = message;
  if (effect === 'waiting') {
    const isDue = retryAt === undefined || Date.parse(retryAt) <= now;
    return isDue ? 'Next attempt due now' : `Next attempt ${timesAt(now, zone).on(retryAt)}`;
  }
  if (effect === 'failed' || sentAt === undefined) return failureText(message, now, zone);
  const delay = durationText(Date.parse(sentAt) - Date.parse(heldAt));
  return effect === 'late' ? `Sent ${delay} late` : `Failed, then sent by a retry ${delay} later`;
}

/** Returns why a message was not sent. For messages that were given up, the outage is the only cause. */
function failureText({ reason: stored }: OutageMessage, now: number, zone?: string): string {
  const reason = parseReason(stored);
  if (!reason || reason.code === 'retries_exhausted') return 'Given up after all retries';
  return reasonLine(reason, timesAt(now, zone));
}

/** Returns "9", or "9+" if not all messages were counted. */
export function countText(count: number, isCapped: boolean): string {
  return `${count.toLocaleString('en')}${isCapped ? '+' : ''}`;
}
