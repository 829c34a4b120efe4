import type { Failure, Failures } from '#lib/notifications/counts/failures-schema.ts';
import { counted } from '#lib/text/counted.ts';
import { shortDateText } from '#lib/time/time.ts';

/** The failures of a step. */
export function failuresOfStep(failures: Failures | undefined, stepId: string): Failure[] {
  return (failures?.data ?? []).filter((failure) => failure.stepId === stepId);
}

/** The failures that an issue of a step explains: the control that could not be rendered, or the missing integration. */
export function failuresOfIssue(
  failures: Failures | undefined,
  stepId: string,
  issue: { control: string } | 'integration',
): Failure[] {
  return failuresOfStep(failures, stepId).filter(({ reason, control }) =>
    issue === 'integration' ? reason === 'no_integration' : reason === 'render_failed' && control === issue.control,
  );
}

/** The middle of the text: next to the issue that caused the failures, at a step without a named cause, or in its card. */
const WHERE = { issue: ' because of this', step: ' at this step', card: '' } as const;
export type FailedRunsPlace = keyof typeof WHERE;

/** Returns "58 runs failed because of this since 10 Nov", or "… at this step …". Undefined without a failure. */
export function failedRunsText(
  found: readonly Failure[],
  { place, hasMore }: { place: FailedRunsPlace; hasMore: boolean },
  now = Date.now(),
): string | undefined {
  const [first] = found.map(({ firstAt }) => firstAt).sort();
  if (first === undefined) return undefined;
  const count = found.reduce((sum, failure) => sum + failure.count, 0);
  return `${hasMore ? 'At least ' : ''}${counted(count, 'run')} failed${WHERE[place]} since ${shortDateText(first, now)}`;
}

/** Returns the address of Activity with the failed runs. */
export function failedRunsAddress(base: string, workflowId: string, found: readonly Failure[]): string {
  const [first = ''] = found.map(({ firstAt }) => firstAt).sort();
  const unique = (values: readonly string[]) => [...new Set(values)].join(',');
  const query = new URLSearchParams({
    from: first,
    workflow: workflowId,
    status: 'failed',
    reason: unique(found.map(({ reason }) => reason)),
    channel: unique(found.map(({ type }) => type)),
  });
  return `${base}/activity?${query}`;
}
