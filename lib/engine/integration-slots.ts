/** How many of a worker's slots the messages of one integration may take (delivery.md 2.9). In memory, by process. */

/** An integration that answers faster than this gives its slots back sooner than anybody misses them. */
const FAST_MS = 250;
/** Answers that tell how fast it is. */
const KNOWN = 10;
/** Weight of the newest answer in the mean. */
const WEIGHT = 0.1;
/** For a turn that comes later, it is asked again. */
const FARTHEST_MS = 30_000;
const NEAREST_MS = 50;

interface Usage {
  /** When each send under way began, in milliseconds of `clock`, the oldest first. */
  underWay: Set<{ at: number }>;
  answers: number;
  meanMs: number;
  /** When the last attempt that was put back has its turn, in milliseconds. */
  lastTurn: number;
}

/**
 * A slow integration takes at most a quarter of the slots when less than a quarter is free. What is put back for it has its turn when a slot
 * of that quarter is expected to be free, one after the other: it is not claimed over and over.
 */
export class IntegrationSlots {
  readonly #usages = new Map<string, Usage>();
  readonly #slots: number;
  readonly #clock: () => number;
  #underWay = 0;

  constructor(slots: number, clock = () => performance.now()) {
    this.#slots = slots;
    this.#clock = clock;
  }

  /** When an attempt has its turn that may not send through the integration now; undefined: it may. */
  turnOf(key: string, now: Date): Date | undefined {
    const usage = this.#usages.get(key);
    const share = Math.max(1, Math.floor(this.#slots / 4));
    if (!usage || usage.underWay.size < share || this.#underWay < this.#slots - share) return undefined;
    const waitMs = this.#waitMs(usage);
    if (waitMs < FAST_MS && usage.answers >= KNOWN) return undefined;
    const next = Math.max(usage.lastTurn, now.getTime() + NEAREST_MS) + waitMs / share;
    usage.lastTurn = Math.min(next, now.getTime() + FARTHEST_MS);
    return new Date(usage.lastTurn);
  }

  /** Counts `send` as under way. */
  async during<Result>(key: string, send: () => Promise<Result>): Promise<Result> {
    const usage = this.#usages.get(key) ?? { underWay: new Set(), answers: 0, meanMs: 0, lastTurn: 0 };
    this.#usages.set(key, usage);
    const started = { at: this.#clock() };
    usage.underWay.add(started);
    this.#underWay++;
    try {
      return await send();
    } finally {
      this.#underWay--;
      usage.underWay.delete(started);
      const tookMs = this.#clock() - started.at;
      usage.meanMs = usage.answers === 0 ? tookMs : usage.meanMs + WEIGHT * (tookMs - usage.meanMs);
      usage.answers++;
      if (usage.underWay.size === 0) this.#forget(key, usage);
    }
  }

  /** How long one of its messages takes, as far as is known: at least as long as the oldest one under way has. */
  #waitMs({ underWay, meanMs }: Usage): number {
    const [oldest] = underWay;
    return Math.max(meanMs, oldest ? this.#clock() - oldest.at : 0);
  }

  /** What is fast needs no memory; a slow one is remembered as such. */
  #forget(key: string, { meanMs }: Usage): void {
    if (meanMs < FAST_MS && this.#usages.size > 1_000) this.#usages.delete(key);
  }
}
