/** When messages of an integration with a rate limit may be sent. Pure. All times are milliseconds since 1970. */

/** What an integration has left of its rate. */
export interface SendRate {
  /** When the messages that were sent are paid off at the pace of the limit. */
  paidUntil: number;
  /** The last turn that was given to a message that waits. */
  lineUntil: number;
}

export interface Turns {
  /** For each message the time when it may ask again. Undefined: it may be sent now. */
  waits: (number | undefined)[];
  rate: SendRate;
}

/** So much earlier than the pace of the limit says a message may go out, because a turn is never met to the millisecond. */
const TOLERANCE_MS = 100;

/** A message whose turn comes later than this asks again before, so that a higher limit is noticed. */
const FARTHEST_MS = 600_000;

/**
 * Messages are sent at the pace of the limit. The others get turns, one behind the other. A message that asks for the
 * first time goes behind those that wait.
 *
 * @param hasTurn for each message whether it need not go behind the others.
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
