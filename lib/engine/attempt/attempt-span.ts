import type { ClaimedWork } from '#lib/engine/queue/work.ts';
import type { RunContext } from '#lib/engine/run-context.ts';
import { processSpan } from '#lib/tracing/queue-spans.ts';
import type { Attributes, SpanDescription } from '#lib/tracing/tracing.ts';
import { type AttemptResult, isRequeued, isWindowPending } from './attempt.ts';

/** Returns the span of an attempt. It begins when the loading of the batch began. */
export function attemptSpan(
  { environmentId, notificationId: runId, jobId, attempts }: ClaimedWork,
  run: RunContext | undefined,
  { parents, startedAt }: { parents: ReadonlyMap<string, string>; startedAt: number },
): SpanDescription {
  const workflow = run?.workflow.identifier;
  const stepType = run?.job.step.type;
  const ids = { environmentId, runId, jobId, workflow, stepType, attempt: attempts + 1 };
  return processSpan(ids, parents.get(run?.notification.transactionId ?? ''), startedAt);
}

/** Returns the result of an attempt as span attributes. An attempt that depends on a window has no result yet. */
export function resultAttributes(result: AttemptResult): Attributes {
  if (isRequeued(result)) return { 'belfry.job.status': 'requeued' };
  if (isWindowPending(result)) return {};
  const { status, reason } = result.job;
  return {
    'belfry.job.status': status,
    'belfry.reason': reason.code,
    'error.type': status === 'failed' ? reason.code : undefined,
  };
}
