import { AsyncLocalStorage } from 'node:async_hooks';

type GiveBack = () => void;

/** The route for which the caller runs. Each pool limits the share of a route. */
const routes = new AsyncLocalStorage<string>();

interface Waiting {
  route: string;
  admit(): void;
}

/**
 * Shares the connections of a pool between routes. A route may take another connection only while it holds fewer than
 * are free. A single route therefore gets at most half of them, and other routes find a free connection even if its
 * statements are slow. Work outside any route is not limited.
 */
export class FairShares {
  readonly #connections: number;
  readonly #maxWaitMs: number;
  readonly #byRoute = new Map<string, number>();
  #waiting: Waiting[] = [];
  #held = 0;

  /** @param maxWaitMs the longest wait of a route for a connection. */
  constructor(connections: number, maxWaitMs: number) {
    this.#connections = connections;
    this.#maxWaitMs = maxWaitMs;
  }

  /** The route for which the caller runs. */
  get route(): string | undefined {
    return routes.getStore();
  }

  /** Runs `work` for a route. */
  run<Result>(route: string, work: () => Result): Result {
    return routes.run(route, work);
  }

  /**
   * Counts one connection for the caller's route, immediately or after waiting for its turn.
   *
   * @returns a function to call once when the connection is free again.
   * @throws Error with the text of the pool's own timeout, if the wait takes too long.
   */
  take(): GiveBack | Promise<GiveBack> {
    const { route } = this;
    return route === undefined || this.#mayTake(route) ? this.#count(route) : this.#wait(route);
  }

  #mayTake(route: string): boolean {
    return (this.#byRoute.get(route) ?? 0) < this.#connections - this.#held;
  }

  #count(route: string | undefined): GiveBack {
    this.#change(route, 1);
    return () => {
      this.#change(route, -1);
      this.#admitNext();
    };
  }

  #change(route: string | undefined, by: 1 | -1): void {
    this.#held += by;
    if (route === undefined) return;
    const held = (this.#byRoute.get(route) ?? 0) + by;
    if (held > 0) this.#byRoute.set(route, held);
    else this.#byRoute.delete(route);
  }

  #wait(route: string): Promise<GiveBack> {
    const { promise, resolve, reject } = Promise.withResolvers<GiveBack>();
    const waiting: Waiting = {
      route,
      admit: () => {
        clearTimeout(timeout);
        resolve(this.#count(route));
      },
    };
    const timeout = setTimeout(() => {
      this.#waiting = this.#waiting.filter((other) => other !== waiting);
      reject(new Error('timeout exceeded when trying to connect'));
    }, this.#maxWaitMs).unref();
    this.#waiting.push(waiting);
    return promise;
  }

  /** Admits the longest waiting caller whose route may take a connection. */
  #admitNext(): void {
    const next = this.#waiting.find(({ route }) => this.#mayTake(route));
    if (!next) return;
    this.#waiting = this.#waiting.filter((other) => other !== next);
    next.admit();
  }
}
