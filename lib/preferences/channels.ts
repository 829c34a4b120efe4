/** Switches per channel (spec 2.7). */
import { z } from 'zod';

/** Spec 2.7. */
export const ChannelPreferences = z.strictObject({
  email: z.boolean().optional(),
  sms: z.boolean().optional(),
  in_app: z.boolean().optional(),
  chat: z.boolean().optional(),
  push: z.boolean().optional(),
});
export type ChannelPreferences = z.infer<typeof ChannelPreferences>;
