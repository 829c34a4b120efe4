import { z } from 'zod';
import { needed, type StepDefinition, skip, skipUi } from './controls.ts';

/** Spec 2.9, chat. */
export const ChatControls = z.looseObject({ skip, body: z.string().optional() });
export type ChatControls = z.infer<typeof ChatControls>;

export const chat = {
  type: 'chat',
  label: 'Chat',
  purpose: 'A message to a chat tool',
  controls: ChatControls,
  complete: z.strictObject({ skip, body: z.string(needed('The message is empty. Write its body.')).min(1) }),
  templates: { body: 'text' },
  render: ({ body }) => ({ body: String(body ?? '') }),
  uiSchema: { group: 'CHAT', properties: { body: { component: 'CHAT_BODY' }, ...skipUi } },
} as const satisfies StepDefinition;
