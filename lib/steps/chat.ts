import { z } from 'zod';
import { type StepDefinition, skip } from './controls.ts';

/** Spec 2.9, chat. */
export const ChatControls = z.strictObject({ skip, body: z.string().optional() });
export type ChatControls = z.infer<typeof ChatControls>;

export const chat = { type: 'chat', label: 'Chat', controls: ChatControls } as const satisfies StepDefinition;
