import type { Call } from './call.ts';
import { countRequest } from './metrics.ts';
import type { Operation } from './operation.ts';

/** Called once for each answered request, after the answer is made: metrics, and whatever else only looks on. */
export function observe(operation: Operation, call: Call, status: number): void {
  countRequest(operation.operationId, status, performance.now() - call.startedAt);
}
