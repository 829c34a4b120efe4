/**
 * The registry of step types, in the order of the interface (spec 2.9). A new type requires one file and one line in
 * this registry.
 */
import { chat } from './chat.ts';
import type { StepType } from './controls.ts';
import { custom } from './custom.ts';
import { delay } from './delay.ts';
import { digest } from './digest.ts';
import { email } from './email.ts';
import { httpRequest } from './http-request.ts';
import { inApp } from './in-app.ts';
import { push } from './push.ts';
import { sms } from './sms.ts';
import { throttle } from './throttle.ts';

export const STEPS = {
  in_app: inApp,
  email,
  sms,
  chat,
  push,
  digest,
  delay,
  throttle,
  custom,
  http_request: httpRequest,
} as const;

/** Every step type that a workflow can contain. */
export type WorkflowStepType = keyof typeof STEPS;

/** Returns the definition of a type, as the shape that all types share. */
export function stepType(type: WorkflowStepType): StepType<WorkflowStepType> {
  return STEPS[type];
}
