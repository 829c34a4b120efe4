import type { JsonObject } from '#lib/api/text.ts';
import type { Recipient } from '#lib/steps/run.ts';
import type { RunContext } from './run-context.ts';

/** What the templates and conditions of a step may read (spec 2.9). */
export function runVariables({ subscriber, notification, workflow, jobs }: RunContext): JsonObject {
  const { payload, context, actor, tenant } = notification;
  const { identifier, name, description, tags } = workflow;
  return {
    subscriber: subscriber ? subscriberVariables(subscriber) : {},
    payload,
    steps: Object.fromEntries(jobs.flatMap(({ step, result }) => (result ? [[step.stepId, result]] : []))),
    workflow: { workflowId: identifier, name, description, tags, severity: severityOf({ notification, workflow }) },
    context,
    ...(actor && { actor }),
    ...(tenant && { tenant }),
  };
}

/** The trigger's severity if it gives one, else the workflow's. */
function severityOf({ notification, workflow }: Pick<RunContext, 'notification' | 'workflow'>): string {
  const { severity } = notification.overrides;
  return typeof severity === 'string' && SEVERITY.test(severity) ? severity : workflow.severity;
}

const SEVERITY = /^(high|medium|low|none)$/;

/** The variable `subscriber`. */
export function subscriberVariables({ id: _, channels: __, ...subscriber }: Recipient): JsonObject {
  return subscriber;
}
