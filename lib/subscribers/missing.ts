/** The channels for which a subscriber may lack an address or a connection. In-app messages need neither. */
export const MISSABLE = ['email', 'sms', 'push', 'chat'] as const;
export type Missable = (typeof MISSABLE)[number];
