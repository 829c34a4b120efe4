import { decrypt, encrypt, UnreadableError } from '#lib/crypto.ts';
import { isSecretCredential, PROVIDERS } from '#lib/providers/catalogue/catalogue.ts';
import { CANNOT_BE_READ } from '#lib/unreadable.ts';
import { CREDENTIAL_TEXT_KEYS, SHOWN_CONFIGURATION_KEYS } from './credential-fields.ts';
import { CREDENTIAL_MASK } from './credential-mask.ts';

export { CREDENTIAL_MASK };

/** Provider credentials by key (spec 2.5). An open object, because some providers have keys that the spec does not name. */
export type Credentials = Record<string, unknown>;

/** The owner of credentials. A sealed value can be decrypted only for its own integration and field. */
export interface CredentialsOwner {
  environmentId: string;
  integrationId: string;
}

/** The key of a sealed value. Sealed values are objects, so that no entered text can be mistaken for a sealed value. */
const SEAL = '$sealed';

type Sealed = Record<typeof SEAL, string>;

/**
 * Encrypts credentials for storage: each string and object separately, booleans and numbers not at all. Entered objects
 * are encrypted too, so every object `{$sealed: text}` in the database was written by this function.
 */
export function sealCredentials(credentials: Credentials, owner: CredentialsOwner): Credentials {
  return mapValues(credentials, (value, key) => {
    if (isEmpty(value) || !(typeof value === 'string' || typeof value === 'object')) return value;
    return { [SEAL]: encrypt(JSON.stringify(value), credentialContext(owner, key)) };
  });
}

/**
 * Decrypts the result of `sealCredentials`.
 * @throws UnreadableError if a sealed value was changed, or belongs to another integration or field, or if its key is not
 * in the keyring.
 */
export function openCredentials(stored: Credentials, owner: CredentialsOwner): Credentials {
  return mapValues(stored, (value, key) => open(value, key, owner));
}

function open(value: unknown, key: string, owner: CredentialsOwner): unknown {
  return looksSealed(value) ? JSON.parse(decrypt(value[SEAL], credentialContext(owner, key))) : value;
}

/** Decrypts credentials for display. A value that cannot be decrypted is replaced and does not hide other values. */
export function showCredentials(stored: Credentials, owner: CredentialsOwner): Credentials {
  return mapValues(stored, (value, key) => (isReadable(value, key, owner) ? open(value, key, owner) : CANNOT_BE_READ));
}

function isReadable(value: unknown, key: string, owner: CredentialsOwner): boolean {
  try {
    open(value, key, owner);
    return true;
  } catch (error) {
    if (error instanceof UnreadableError) return false;
    throw error;
  }
}

/**
 * Masks every secret in stored credentials, and every value that cannot be decrypted. If a key is missing from the keyring,
 * only the values that it encrypted are hidden.
 */
export function maskCredentials(stored: Credentials, owner: CredentialsOwner): Credentials {
  return mapValues(stored, (value, key) => {
    if (isEmpty(value)) return value;
    if (TLS_OPTIONS.has(key)) return {};
    if (isSecret(key, value)) return CREDENTIAL_MASK;
    return isReadable(value, key, owner) ? open(value, key, owner) : CREDENTIAL_MASK;
  });
}

/** Masks `after` for the audit log, and marks secrets that differ from `before` as changed. */
export function maskChanges(before: Credentials, after: Credentials, owner: CredentialsOwner): Credentials {
  return mapValues(maskCredentials(after, owner), (shown, key) => {
    const isHidden = shown === CREDENTIAL_MASK || (TLS_OPTIONS.has(key) && !isEmpty(after[key]));
    const earlier = Object.hasOwn(before, key) ? before[key] : undefined;
    return isHidden && JSON.stringify(earlier) !== JSON.stringify(after[key]) ? `${CREDENTIAL_MASK} (changed)` : shown;
  });
}

/**
 * Returns the credentials to store after an update. Given values replace stored ones. For a mask, the stored secret stays,
 * so a form can send back what it received. A stored value that cannot be decrypted stays too.
 *
 * @returns also the keys with a mask for which no secret is stored.
 */
export function resealCredentials(
  given: Credentials,
  stored: Credentials,
  owner: CredentialsOwner,
): { credentials: Credentials; strayMasks: string[] } {
  const sealed = sealCredentials(given, owner);
  const strayMasks: string[] = [];
  const credentials = mapValues(given, (value, key) => {
    const kept = Object.hasOwn(stored, key) && !isEmpty(stored[key]) ? stored[key] : undefined;
    const isPlaceholder = value === CREDENTIAL_MASK || value === CANNOT_BE_READ;
    if (isPlaceholder && !isReadable(kept, key, owner)) return kept;
    if (!isMask(key, value)) return sealed[key];
    if (kept === undefined && value === CREDENTIAL_MASK) strayMasks.push(key);
    return kept ?? sealed[key];
  });
  return { credentials, strayMasks };
}

/** Whether no value is stored under a key. */
export function lacksCredential(stored: Credentials, key: string): boolean {
  return !Object.hasOwn(stored, key) || isEmpty(stored[key]);
}

/** Whether a value is the mask of a secret. */
function isMask(key: string, value: unknown): boolean {
  if (value === CREDENTIAL_MASK) return isSecret(key, value);
  return TLS_OPTIONS.has(key) && typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/** The keys of TLS options. Their value is an object, so its mask is an empty object. */
const TLS_OPTIONS = new Set(['tlsOptions', 'mailboxTlsOptions']);
/** A secret key of `configurations`, which are stored like credentials. */
const SIGNING_KEY = 'inboundWebhookSigningKey';

/** Keys whose values are shown unless they are secret, because a provider or the interface lists them. */
const shownKeys = new Set<string>([
  ...CREDENTIAL_TEXT_KEYS,
  ...SHOWN_CONFIGURATION_KEYS,
  ...PROVIDERS.flatMap(({ credentials }) => credentials.map(({ key }) => key)),
]);

/** Whether a value is secret. Text under an unknown key counts as a secret. */
function isSecret(key: string, value: unknown): boolean {
  if (typeof value === 'boolean' || typeof value === 'number') return false;
  return isSecretCredential(key) || key === SIGNING_KEY || !shownKeys.has(key);
}

function looksSealed(value: unknown): value is Sealed {
  return typeof value === 'object' && value !== null && typeof (value as Partial<Sealed>)[SEAL] === 'string';
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/** Binds an encrypted value to its integration and field. */
export function credentialContext({ environmentId, integrationId }: CredentialsOwner, key: string): string {
  return `${environmentId}:${integrationId}:${key}`;
}

function mapValues(credentials: Credentials, map: (value: unknown, key: string) => unknown): Credentials {
  return Object.fromEntries(Object.entries(credentials).map(([key, value]) => [key, map(value, key)]));
}
