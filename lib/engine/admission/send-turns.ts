/** Calculates when a rate limit allows messages of an integration. Pure. All times are milliseconds since 1970. */

/** The state of an integration's rate limit. */
export interface SendRate {
  /** The time until which the messages that were sent use up the rate. */
  paidUntil: number;
  /** The last turn of a waiting message. */
  lineUntil: number;
}

export interface Turns {
  /** The time of each message's next check. Undefined if the message may be sent now. */
  waits: (number | undefined)[];
  rate: SendRate;
}

/** Milliseconds by which a message may be sent too early, because no worker starts exactly at a turn. */
const TOLERANCE_MS = 100;

/**
 * Milliseconds after which a message is checked again, even if its turn is later, so that a raised limit is noticed.
 */
const FARTHEST_MS = 600_000;

/**
 * Allows messages at the pace of the limit. The others get turns, one after another. A new message queues behind the
 * waiting ones.
 *
 * @param hasTurn for each message, whether it need not queue behind the others.
 */
export function takeTurns(
  { paidUntil, lineUntil }: SendRate,
  { messagesPerSecond, hasTurn, now }: { messagesPerSecond: number; hasTurn: readonly boolean[]; now: number },
): Turns {
  const paceMs = 1000 / messagesPerSecond;
  const farthest = now + FARTHEST_MS;
  const rate = { paidUntil: Math.max(paidUntil, now), lineUntil: Math.max(lineUntil, now) };
  let late = 0;
  const waitOf = (isNext: boolean): number | undefined => {
    const next = rate.paidUntil - TOLERANCE_MS;
    if (next <= now && (isNext || rate.lineUntil <= now)) {
      rate.paidUntil += paceMs;
      return undefined;
    }
    if (isNext) return Math.min(Math.max(next, now) + paceMs * late++, farthest);
    rate.lineUntil = Math.min(Math.max(rate.lineUntil + paceMs, rate.paidUntil), farthest);
    return rate.lineUntil;
  };
  return { waits: hasTurn.map(waitOf), rate };
}
