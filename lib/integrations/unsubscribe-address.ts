import { ifReadable } from '#lib/crypto.ts';
import { type CredentialsOwner, openCredentials } from './credentials.ts';

const KEY = 'mailboxUnsubscribeAddress';

/**
 * Returns the decrypted address for unsubscribing by email. Undefined if there is none, or if it cannot be decrypted:
 * emails are then sent without it.
 *
 * @param sealed the stored configuration, as JSON.
 */
export function unsubscribeAddress(sealed: string | null, owner: CredentialsOwner): string | undefined {
  if (sealed === null) return undefined;
  const address = ifReadable(() => openCredentials({ [KEY]: JSON.parse(sealed) }, owner))?.[KEY];
  return typeof address === 'string' && address !== '' ? address : undefined;
}
