/**
 * Limits the worker's slots that messages of one integration may use (docs/delivery.md, "Queue and leases"). Counted in
 * memory, per process.
 */

/** An integration that responds faster than this frees its slots soon enough, so it has no limit. */
const FAST_MS = 250;
/** Responses needed before the speed of an integration is known. */
const KNOWN = 10;
/** The weight of the newest response in the mean. */
const WEIGHT = 0.1;
/** Milliseconds after which a waiting job is checked again, even if its turn is later. */
const FARTHEST_MS = 30_000;
const NEAREST_MS = 50;
/** Turns are rounded up to this, so that the jobs of many turns are claimed together. */
const TICK_MS = 200;

/**
 * Maximum known integrations. Beyond the first number, fast ones are forgotten when idle. Beyond the second, slow ones
 * too.
 */
const MAX_FAST_KNOWN = 1_000;
const MAX_KNOWN = 5_000;

interface Usage {
  /** The start of each running send, in milliseconds of `clock`, the oldest first. */
  underWay: Set<{ at: number }>;
  answers: number;
  meanMs: number;
  /** The turn of the last requeued attempt, in milliseconds. */
  lastTurn: number;
}

/**
 * A slow integration gets at most a quarter of the slots while at most a quarter is free. Requeued attempts get their
 * turns one after another, at the pace at which running attempts are expected to end, so that they are not claimed
 * again and again.
 */
export class IntegrationSlots {
  readonly #usages = new Map<string, Usage>();
  readonly #slots: number;
  readonly #share: number;
  readonly #clock: () => number;
  #underWay = 0;

  constructor(slots: number, clock = () => performance.now()) {
    this.#slots = slots;
    this.#share = Math.max(1, Math.floor(slots / 4));
    this.#clock = clock;
  }

  /** Whether an attempt may not send through the integration now. */
  isCrowded(key: string): boolean {
    const usage = this.#usages.get(key);
    if (!usage || usage.underWay.size < this.#share || this.#underWay < this.#slots - this.#share) return false;
    return this.#waitMs(usage) >= FAST_MS || usage.answers < KNOWN;
  }

  /** Returns the turn of an attempt that may not send through the integration now. Undefined if it may send. */
  takeTurn(key: string, now: Date): Date | undefined {
    const usage = this.#usages.get(key);
    if (!usage || !this.isCrowded(key)) return undefined;
    const next = Math.max(usage.lastTurn, now.getTime() + NEAREST_MS) + this.#waitMs(usage) / usage.underWay.size;
    usage.lastTurn = Math.min(next, now.getTime() + FARTHEST_MS);
    return new Date(Math.ceil(usage.lastTurn / TICK_MS) * TICK_MS);
  }

  /** Runs `send`, and counts it as running until it ends. */
  async occupy<Result>(key: string, send: () => Promise<Result>): Promise<Result> {
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

  /** Returns the expected milliseconds per message: the mean, but at least the age of the oldest running send. */
  #waitMs({ underWay, meanMs }: Usage): number {
    const [oldest] = underWay;
    return Math.max(meanMs, oldest ? this.#clock() - oldest.at : 0);
  }

  /** Forgets an idle integration if too many are known. Slow ones are remembered longer. */
  #forget(key: string, { meanMs }: Usage): void {
    if (this.#usages.size > (meanMs < FAST_MS ? MAX_FAST_KNOWN : MAX_KNOWN)) this.#usages.delete(key);
  }
}
