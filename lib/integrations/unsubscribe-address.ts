import { LRUCache } from 'lru-cache';
import { UnreadableError } from '#lib/crypto.ts';
import { type CredentialsOwner, openCredentials } from './credentials.ts';

const KEY = 'mailboxUnsubscribeAddress';
const opened = new LRUCache<string, string>({ max: 500 });

/**
 * Returns the decrypted address for unsubscribing by email. Cached until it changes. Undefined if there is none, or if
 * it cannot be decrypted: emails are then sent without it.
 *
 * @param sealed the stored configuration, as JSON.
 */
export function unsubscribeAddress(sealed: string | null, owner: CredentialsOwner): string | undefined {
  if (sealed === null) return undefined;
  const key = JSON.stringify([owner.environmentId, owner.integrationId, sealed]);
  const known = opened.get(key) ?? openedAddress(sealed, owner);
  if (known) opened.set(key, known);
  return known;
}

function openedAddress(sealed: string, owner: CredentialsOwner): string | undefined {
  try {
    const address = openCredentials({ [KEY]: JSON.parse(sealed) }, owner)[KEY];
    return typeof address === 'string' && address !== '' ? address : undefined;
  } catch (error) {
    if (error instanceof UnreadableError) return undefined;
    throw error;
  }
}
