/** The requests and the uncertain attempts of a step, in addition to its reason. Pure. */
import { newestRequest } from '#lib/notifications/run-status.ts';
import { type UnknownAttempts, unknownAttempts } from '#lib/notifications/unknown-attempts.ts';
import { type Reason, waitsToBeSent } from '#lib/reasons/registry.ts';
import { isDelivery } from '#lib/steps/labels.ts';
import type { Answer } from './decisive-step.ts';
import type { Detail } from './query.ts';

export interface Attempts {
  /** The newest request to retry the step, if the step still waits for its next attempt. */
  retried?: Reason | undefined;
  /** The attempts after which it is unknown whether the provider has the message. */
  unknown?: UnknownAttempts | undefined;
}

export function attemptsOf({ step, earlier }: Pick<Answer, 'step' | 'earlier'>, details: readonly Detail[]): Attempts {
  const decided = earlier ?? step;
  if (!decided) return {};
  const { id, type, status, reason } = decided;
  const reasons = details.filter(({ jobId }) => jobId === id).map((detail) => detail.reason);
  const waits = status === 'queued' && reason !== undefined && waitsToBeSent(reason);
  // In-app messages are stored only once, and the sandbox sends nothing.
  const isSent = isDelivery(type) && type !== 'in_app' && reason?.code !== 'sandboxed';
  return {
    retried: waits ? newestRequest(reasons) : undefined,
    unknown: isSent ? unknownAttempts(reasons) : undefined,
  };
}
