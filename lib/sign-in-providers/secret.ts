import { decrypt } from '#lib/crypto.ts';

/**
 * Returns the client secret in plain text.
 *
 * @throws UnreadableError if the key that encrypted it is not in the keyring.
 */
export function openClientSecret({ id, clientSecret }: { id: string; clientSecret: string }): string {
  return decrypt(clientSecret, secretOwner(id));
}

/** Returns the context with which the client secret is encrypted. It binds the encrypted secret to its provider. */
export function secretOwner(id: string): string {
  return `sign_in_providers:${id}:client_secret`;
}
