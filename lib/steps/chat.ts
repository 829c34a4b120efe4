import { z } from 'zod';
import { type StepDefinition, skip, skipUi } from './controls.ts';

/** Spec 2.9, chat. */
export const ChatControls = z.strictObject({ skip, body: z.string().optional() });
export type ChatControls = z.infer<typeof ChatControls>;

export const chat = {
  type: 'chat',
  label: 'Chat',
  controls: ChatControls,
  uiSchema: { group: 'CHAT', properties: { body: { component: 'CHAT_BODY' }, ...skipUi } },
} as const satisfies StepDefinition;
