import { decrypt, encrypt } from '#lib/crypto.ts';
import { isSecretCredential } from '#lib/providers/provider.ts';

/** Provider credentials by key (spec 2.5). An open object: providers have keys that the spec does not name. */
export type Credentials = Record<string, unknown>;

/** Whose credentials: sealed values open for their own integration and field only. */
export interface CredentialsOwner {
  environmentId: string;
  integrationId: string;
}

/** Stands for every secret value that is not shown, whatever its length. */
export const CREDENTIAL_MASK = '••••••••';

/** How a sealed value is stored: an object, so that no text that somebody typed is ever taken for one. */
const SEAL = '$sealed';

type Sealed = Record<typeof SEAL, string>;

/**
 * Credentials as they are stored: each secret value encrypted by itself. Values that would look like a sealed one are
 * sealed too, so every object of the form `{$sealed: text}` in the database is one of ours.
 */
export function sealCredentials(credentials: Credentials, owner: CredentialsOwner): Credentials {
  return mapValues(credentials, (value, key) => {
    if (isEmpty(value) || !(isSecret(key) || looksSealed(value))) return value;
    return { [SEAL]: encrypt(JSON.stringify(value), context(owner, key)) };
  });
}

/**
 * The inverse of `sealCredentials`.
 * @throws Error when a sealed value was tampered with, belongs elsewhere, or its key is not in the keyring.
 */
export function openCredentials(stored: Credentials, owner: CredentialsOwner): Credentials {
  return mapValues(stored, (value, key) =>
    looksSealed(value) ? JSON.parse(decrypt(value[SEAL], context(owner, key))) : value,
  );
}

/** Stored or open credentials with a mask in the place of every secret; decrypts nothing. */
export function maskCredentials(credentials: Credentials): Credentials {
  return mapValues(credentials, (value, key) => {
    if (isEmpty(value)) return value;
    if (key === TLS_OPTIONS) return {};
    return isSecret(key) || looksSealed(value) ? CREDENTIAL_MASK : value;
  });
}

/** May hold a client certificate's private key. */
const TLS_OPTIONS = 'tlsOptions';
/** Of configurations, which are kept the same way. */
const SIGNING_KEY = 'inboundWebhookSigningKey';

function isSecret(key: string): boolean {
  return isSecretCredential(key) || key === TLS_OPTIONS || key === SIGNING_KEY;
}

function looksSealed(value: unknown): value is Sealed {
  return typeof value === 'object' && value !== null && typeof (value as Partial<Sealed>)[SEAL] === 'string';
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

function context({ environmentId, integrationId }: CredentialsOwner, key: string): string {
  return `${environmentId}:${integrationId}:${key}`;
}

function mapValues(credentials: Credentials, map: (value: unknown, key: string) => unknown): Credentials {
  return Object.fromEntries(Object.entries(credentials).map(([key, value]) => [key, map(value, key)]));
}
