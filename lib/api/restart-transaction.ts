import type { Ctx } from './context.ts';

/**
 * Thrown by a handler that must do work outside the database. The transaction is rolled back, the work is done without
 * a connection, and the transaction runs again.
 */
export class RestartTransaction extends Error {
  readonly work: () => Promise<unknown>;

  constructor(work: () => Promise<unknown>) {
    super('The transaction of the request restarts after other work');
    this.work = work;
  }
}

/** The contexts of requests whose handler runs in a transaction that can restart. */
const restartable = new WeakSet<Ctx>();

export function allowRestart(ctx: Ctx): void {
  restartable.add(ctx);
}

/** Whether the handler of this context runs in a transaction that can restart. */
export function mayRestart(ctx: Ctx): boolean {
  return restartable.has(ctx);
}
