/** The registry of step types: a new one is its file and one line here. */
import { chat } from './chat.ts';
import type { StepDefinition } from './controls.ts';
import { custom } from './custom.ts';
import { delay } from './delay.ts';
import { digest } from './digest.ts';
import { email } from './email.ts';
import { httpRequest } from './http-request.ts';
import { inApp } from './in-app.ts';
import { push } from './push.ts';
import { sms } from './sms.ts';
import type { StepType } from './step-type.ts';
import { throttle } from './throttle.ts';

/** Every step type that a workflow can hold; `trigger` is a job type only. */
export type WorkflowStepType = Exclude<StepType, 'trigger'>;

export const STEPS = {
  in_app: inApp,
  email,
  sms,
  push,
  chat,
  delay,
  digest,
  custom,
  throttle,
  http_request: httpRequest,
} as const satisfies { [Type in WorkflowStepType]: StepDefinition<Type> };
