import type { Ctx } from './context.ts';

/** Thrown by a handler that has work that needs no connection. The work runs outside the transaction, then the handler again. */
export class Leave extends Error {
  readonly work: () => Promise<unknown>;

  constructor(work: () => Promise<unknown>) {
    super('The transaction of the request is left for a while');
    this.work = work;
  }
}

/** The contexts of requests that are handled in a separate transaction. */
const leavable = new WeakSet<Ctx>();

export function allowLeave(ctx: Ctx): void {
  leavable.add(ctx);
}

/** Whether the handler runs in a transaction that it may leave. */
export function mayLeave(ctx: Ctx): boolean {
  return leavable.has(ctx);
}
