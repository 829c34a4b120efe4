/** The requests and the uncertain attempts of a step, in addition to its reason. Pure. */
import { newestRequest } from '#lib/notifications/status/run-status.ts';
import { type StepAttempts, type StepEvent, stepAttempts } from '#lib/notifications/status/step-attempts.ts';
import { type UnknownAttempts, unknownAttempts } from '#lib/notifications/status/unknown-attempts.ts';
import { type Reason, waitsToBeSent } from '#lib/reasons/registry.ts';
import { isDelivery } from '#lib/steps/labels.ts';
import type { Answer } from './decisive-step.ts';
import type { Detail } from './query.ts';

export interface Attempts {
  /** The newest request to retry the step, if the step still waits for its next attempt. */
  retried?: Reason | undefined;
  /** The attempts after which it is unknown whether the provider has the message. */
  unknown?: UnknownAttempts | undefined;
  /** The attempts of a step that was retried on request. */
  attempts?: StepAttempts | undefined;
}

export function attemptsOf({ step, earlier }: Pick<Answer, 'step' | 'earlier'>, details: readonly Detail[]): Attempts {
  const decided = earlier ?? step;
  if (!decided) return {};
  const { id, type, status, reason } = decided;
  const own = details.filter(({ jobId }) => jobId === id);
  const reasons = own.map((detail) => detail.reason);
  const waits = status === 'queued' && reason !== undefined && waitsToBeSent(reason);
  // In-app messages are stored only once, and the sandbox sends nothing.
  const isSent = isDelivery(type) && type !== 'in_app' && reason?.code !== 'sandboxed';
  return {
    retried: waits ? newestRequest(reasons) : undefined,
    unknown: isSent ? unknownAttempts(reasons) : undefined,
    attempts: newestRequest(reasons) ? stepAttempts(own.map(eventOf)) : undefined,
  };
}

function eventOf({ reason, isSandbox, source, createdAt }: Detail): StepEvent {
  return { reason, isTried: isSandbox !== undefined && source !== 'Webhook', at: createdAt.toISOString() };
}
