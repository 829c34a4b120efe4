/** The channels of the interface (spec 2.5, 2.10). */
export const CHANNELS = ['in_app', 'email', 'sms', 'chat', 'push'] as const;

/** The channel names, for the middle of a sentence. */
export const CHANNEL_NAMES = {
  in_app: 'in-app',
  email: 'email',
  sms: 'SMS',
  chat: 'chat',
  push: 'push',
} as const satisfies Record<(typeof CHANNELS)[number], string>;
