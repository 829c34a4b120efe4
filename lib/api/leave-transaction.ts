import type { Ctx } from './context.ts';

/** Thrown by a handler whose request has work to do that needs no connection. The request does it, and handles again. */
export class Leave extends Error {
  readonly work: () => Promise<unknown>;

  constructor(work: () => Promise<unknown>) {
    super('The transaction of the request is left for a while');
    this.work = work;
  }
}

/** The contexts of requests that are handled in a transaction of their own. */
const leavable = new WeakSet<Ctx>();

export function allowLeave(ctx: Ctx): void {
  leavable.add(ctx);
}

/** Whether the handler runs in a transaction that it may leave. */
export function mayLeave(ctx: Ctx): boolean {
  return leavable.has(ctx);
}
