/** The step types of the interface (spec 2.9). Ten of them are step shapes; `trigger` names the hidden first job of an event. */
import { z } from 'zod';

export const STEP_TYPES = [
  'in_app',
  'email',
  'sms',
  'chat',
  'push',
  'digest',
  'trigger',
  'delay',
  'throttle',
  'custom',
  'http_request',
] as const;
export const StepType = z.enum(STEP_TYPES);
export type StepType = z.infer<typeof StepType>;
