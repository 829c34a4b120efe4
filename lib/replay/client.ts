import { api } from '#lib/api/client.ts';
import type { WorkflowWriteBody } from '#lib/workflows/schema.ts';
import { REPLAY_CHANGES } from './changes.ts';
import type { ReplayResult } from './schema.ts';

export interface ReplayInput {
  /** The workflow’s identifier. */
  workflowId: string;
  workflow: WorkflowWriteBody;
  runs: number;
  reveal: boolean;
}

/**
 * The number of runs in one request. The number is small, so that responses arrive often and the page shows progress.
 */
const AT_ONCE = 20;
/** Maximum differences that the page shows. */
const MAX_SHOWN = 50;

/**
 * Replays the newest runs of a workflow with its draft, one request after another. `onPart` receives the result so far.
 * @throws ApiFailure; AbortError.
 */
export async function replay(
  environmentId: string,
  { workflowId, workflow, runs, reveal }: ReplayInput,
  onPart: (sofar: ReplayResult) => void,
  signal: AbortSignal,
): Promise<ReplayResult> {
  let sum: ReplayResult | undefined;
  for (;;) {
    const limit = Math.min(AT_ONCE, runs - (sum ? replayed(sum) : 0));
    const body = { workflow, limit, ...(sum?.next && { before: sum.next }), ...(reveal && { reveal }) };
    const path = `/v2/workflows/${encodeURIComponent(workflowId)}/replay`;
    const part = await api<ReplayResult>(path, { method: 'POST', environmentId, body, signal });
    sum = sum ? added(sum, part) : part;
    onPart(sum);
    if (sum.next === undefined || replayed(sum) >= runs) return sum;
  }
}

/** Returns the number of runs that a replay has processed, including runs that took too long. */
export function replayed({ runs, unfinished }: ReplayResult): number {
  return runs + unfinished;
}

function added(sum: ReplayResult, part: ReplayResult): ReplayResult {
  const changes = { ...sum.changes };
  for (const change of REPLAY_CHANGES) changes[change] += part.changes[change];
  return {
    ...part,
    runs: sum.runs + part.runs,
    same: sum.same + part.same,
    changes,
    unfinished: sum.unfinished + part.unfinished,
    unlikeRecord: sum.unlikeRecord + part.unlikeRecord,
    withoutResponse: sum.withoutResponse + part.withoutResponse,
    differences: [...sum.differences, ...part.differences].slice(0, MAX_SHOWN),
  };
}
