/** Why an address is on the suppression list. */

interface CauseFacts {
  /** The label in lists and filters. */
  label: string;
  /** The end of a sentence that begins with the address: "The address …". */
  words: string;
}

export const CAUSES = {
  bounced: { label: 'Hard bounce', words: 'bounced' },
  soft_bounced: { label: 'Five soft bounces', words: 'bounced five times in a row' },
  complained: { label: 'Reported as spam', words: 'was reported as spam' },
  added: { label: 'Added manually', words: 'was added manually' },
} as const satisfies Record<string, CauseFacts>;

export type Cause = keyof typeof CAUSES;

export const CAUSE_NAMES = Object.keys(CAUSES) as [Cause, ...Cause[]];

/** The channels with addresses that can be suppressed. */
export const SUPPRESSED_CHANNELS = ['email', 'sms'] as const;
export type SuppressedChannel = (typeof SUPPRESSED_CHANNELS)[number];

/** Whether addresses of the channel can be suppressed. */
export function isSuppressedChannel(channel: string): channel is SuppressedChannel {
  return (SUPPRESSED_CHANNELS as readonly string[]).includes(channel);
}
