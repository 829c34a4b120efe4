import type { Sender } from './sender.ts';

/** Returns the integration's name for lists and texts. */
export function senderName({ name }: Sender): string {
  return name ?? 'a deleted integration';
}

/** Returns the URL of an integration's sheet. `base` is the path of the environment. */
export function senderAddress(base: string, identifier: string): string {
  return `${base}/integrations?${new URLSearchParams({ open: identifier })}`;
}
