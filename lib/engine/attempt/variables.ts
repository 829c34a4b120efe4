import type { RunContext } from '#lib/engine/run-context.ts';
import type { JsonObject } from '#lib/json/values.ts';
import type { Recipient } from '#lib/steps/run.ts';

/** Returns the variables that templates and conditions of a step may read (spec 2.9). */
export function runVariables({ subscriber, notification, workflow, jobs }: RunContext): JsonObject {
  const { payload, context, actor, tenant } = notification;
  const { identifier, name, description, tags, severity } = workflow;
  return {
    subscriber: subscriber ? subscriberVariables(subscriber) : {},
    payload,
    steps: Object.fromEntries(jobs.flatMap(({ step, result }) => (result ? [[step.stepId, result]] : []))),
    workflow: { workflowId: identifier, name, description, tags, severity },
    context,
    ...(actor && { actor }),
    ...(tenant && { tenant }),
  };
}

/** Returns the variable `subscriber`. */
export function subscriberVariables({ id: _, channels: __, restricted: ___, ...subscriber }: Recipient): JsonObject {
  return subscriber;
}
