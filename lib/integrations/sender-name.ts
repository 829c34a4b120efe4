import type { Sender } from './sender.ts';

/** Returns the integration's name for lists and texts. */
export function senderName({ name }: Sender): string {
  return name ?? 'a deleted integration';
}
