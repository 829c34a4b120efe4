import type { Ctx } from './context.ts';

/** Thrown by a handler to do work that needs no connection. The transaction is rolled back and runs again after the work. */
export class RestartTransaction extends Error {
  readonly work: () => Promise<unknown>;

  constructor(work: () => Promise<unknown>) {
    super('The transaction of the request restarts after other work');
    this.work = work;
  }
}

/** The contexts of requests that are handled in a separate transaction. */
const restartable = new WeakSet<Ctx>();

export function allowRestart(ctx: Ctx): void {
  restartable.add(ctx);
}

/** Whether the handler runs in a transaction that may restart. */
export function mayRestart(ctx: Ctx): boolean {
  return restartable.has(ctx);
}
