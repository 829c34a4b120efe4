import { decrypt } from '#lib/crypto.ts';

/** Returns the client secret in plain text. @throws UnreadableError if its key is not in the keyring. */
export function openClientSecret({ id, clientSecret }: { id: string; clientSecret: string }): string {
  return decrypt(clientSecret, secretOwner(id));
}

/** Binds an encrypted client secret to its provider. */
export function secretOwner(id: string): string {
  return `sign_in_providers:${id}:client_secret`;
}
