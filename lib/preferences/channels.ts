/** Switches per channel (spec 2.7). */
import { z } from 'zod';

/** One switch per channel (spec 2.7). */
export const ChannelPreferences = z.strictObject({
  email: z.boolean().optional(),
  sms: z.boolean().optional(),
  in_app: z.boolean().optional(),
  chat: z.boolean().optional(),
  push: z.boolean().optional(),
});
export type ChannelPreferences = z.infer<typeof ChannelPreferences>;

const Change = z.boolean().nullish();

/**
 * The switches that a PATCH sets. Unknown channels are ignored. An addition to the interface: null removes the choice
 * for a channel, so that the next layer decides.
 */
export const ChannelChanges = z.object({ email: Change, sms: Change, in_app: Change, chat: Change, push: Change });
export type ChannelChanges = z.infer<typeof ChannelChanges>;
