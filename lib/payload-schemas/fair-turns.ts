/**
 * The limits of tasks: the number of running tasks, the number and size in characters of waiting tasks (in total and
 * per key), and the waiting time.
 */
export interface TurnLimits {
  running: number;
  waiting: { works: number; size: number };
  waitingOfKey: { works: number; size: number };
  waitMs: number;
}

interface Waiting {
  size: number;
  since: number;
  begin: () => void;
  giveUp: () => void;
}

/**
 * Limits the number of concurrent tasks. Keys take turns, so that a key with many or long tasks delays mostly its own
 * tasks.
 */
export class FairTurns {
  readonly #limits: TurnLimits;
  /** Waiting tasks by key. The first key is next. */
  readonly #waiting = new Map<string, Waiting[]>();
  #running = 0;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /**
   * Runs `work` when it is its turn.
   *
   * @throws the error of `rejection` if too many tasks wait or this one has waited too long. Errors of `work` itself.
   */
  async run<T>(key: string, size: number, work: () => Promise<T>, rejection: () => Error): Promise<T> {
    if (this.#running < this.#limits.running) this.#running++;
    else await this.#turn(key, size, rejection);
    try {
      return await work();
    } finally {
      this.#running--;
      this.#next();
    }
  }

  #turn(key: string, size: number, rejection: () => Error): Promise<void> {
    const { waiting, waitingOfKey } = this.#limits;
    const own = this.#waiting.get(key) ?? [];
    const all = [...this.#waiting.values()].flat();
    if (isFull(own, size, waitingOfKey) || isFull(all, size, waiting)) throw rejection();
    return new Promise((begin, reject) => {
      this.#waiting.set(key, own);
      own.push({ size, since: performance.now(), begin, giveUp: () => reject(rejection()) });
    });
  }

  #next(): void {
    for (const [key, works] of this.#waiting) {
      this.#waiting.delete(key);
      const late = performance.now() - this.#limits.waitMs;
      while (works[0] && works[0].since < late) works.shift()?.giveUp();
      const first = works.shift();
      if (works.length > 0) this.#waiting.set(key, works);
      if (!first) continue;
      this.#running++;
      first.begin();
      return;
    }
  }
}

function isFull(waiting: readonly Waiting[], size: number, most: TurnLimits['waiting']): boolean {
  return waiting.length >= most.works || waiting.reduce((sum, each) => sum + each.size, size) > most.size;
}
