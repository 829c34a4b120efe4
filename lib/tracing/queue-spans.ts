import type { SpanDescription } from './tracing.ts';

/** The attributes of the queue, as the semantic conventions for messaging name them. */
const QUEUE = { 'messaging.system': 'belfry', 'messaging.destination.name': 'work' } as const;

/**
 * Returns the span in which the runs of triggers are written. The attempts of these runs are its children, in whichever
 * process they run.
 */
export function sendSpan(triggers: number): SpanDescription {
  return {
    name: 'send work',
    kind: 'producer',
    attributes: {
      ...QUEUE,
      'messaging.operation.name': 'send',
      'messaging.operation.type': 'send',
      'messaging.batch.message_count': triggers > 1 ? triggers : undefined,
    },
  };
}

/** The identifiers of an attempt. */
export interface AttemptIds {
  environmentId: string;
  runId: string;
  jobId: string;
  /** The trigger identifier. */
  workflow: string | undefined;
  stepType: string | undefined;
  attempt: number;
}

/** Returns the span of one attempt of a job. `parent`: the `traceparent` that was stored with the trigger. */
export function processSpan(ids: AttemptIds, parent: string | undefined, startedAt: number): SpanDescription {
  return {
    name: 'process work',
    kind: 'consumer',
    attributes: {
      ...QUEUE,
      'messaging.operation.name': 'process',
      'messaging.operation.type': 'process',
      'messaging.message.id': ids.jobId,
      'belfry.environment.id': ids.environmentId,
      'belfry.run.id': ids.runId,
      'belfry.workflow': ids.workflow,
      'belfry.step.type': ids.stepType,
      'belfry.attempt': ids.attempt,
    },
    parent,
    startedAt,
  };
}
