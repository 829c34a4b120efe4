import type { Channel } from './channel.ts';

/** Channels that have one primary integration per environment (spec 4.4). */
export const PRIMARY_CHANNELS: readonly Channel[] = ['email', 'sms'];

export function supportsPrimary(channel: Channel | null | undefined): boolean {
  return channel != null && PRIMARY_CHANNELS.includes(channel);
}

/**
 * Whether a channel's messages use its newest active integration. This is true for in-app messages, whose recipients
 * have no address in any integration.
 */
export function goesToNewest(channel: Channel | null | undefined): boolean {
  return channel === 'in_app';
}

/**
 * Whether the integrations of a channel are ordered by priority. The order decides which integration sends, or for chat
 * and push which one the failover tries next.
 */
export function isOrdered(channel: Channel | null | undefined): boolean {
  return channel != null && !goesToNewest(channel);
}
