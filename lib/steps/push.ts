import { z } from 'zod';
import { type StepDefinition, skip } from './controls.ts';

/** Spec 2.9, push. */
export const PushControls = z.strictObject({ skip, subject: z.string().optional(), body: z.string().optional() });
export type PushControls = z.infer<typeof PushControls>;

export const push = { type: 'push', label: 'Push', controls: PushControls } as const satisfies StepDefinition;
