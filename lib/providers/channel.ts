/** The channels of the interface (spec 2.5, 2.10) and their properties. */
import { z } from 'zod';

export const CHANNELS = ['in_app', 'email', 'sms', 'chat', 'push'] as const;
export const Channel = z.enum(CHANNELS);
export type Channel = z.infer<typeof Channel>;

/** Their names for the middle of a sentence. */
export const CHANNEL_NAMES = {
  in_app: 'in-app',
  email: 'e-mail',
  sms: 'SMS',
  chat: 'chat',
  push: 'push',
} as const satisfies Record<Channel, string>;
