/** The secret address to which a provider pushes the events of one integration. */
import { randomBytes } from 'node:crypto';
import { decryptCached, encrypt, isEqual } from '#lib/crypto.ts';
import { env } from '#lib/env.ts';
import { ID_PATTERN } from '#lib/id.ts';

export interface AddressOwner {
  environmentId: string;
  integrationId: string;
}

/**
 * The token of an event address: its owner and a secret. It contains the environment ID, so that reading the owner
 * takes one row.
 */
export interface AddressToken extends AddressOwner {
  secret: string;
}

const ID_LENGTH = 24;
const PATH = '/api/v1/inbound/';
const SECRET = /^[\w-]{43}$/;

/** Returns the parts of a token. Undefined if the text is not a token. */
export function parseToken(token: string): AddressToken | undefined {
  const environmentId = token.slice(0, ID_LENGTH);
  const integrationId = token.slice(ID_LENGTH, 2 * ID_LENGTH);
  const secret = token.slice(2 * ID_LENGTH);
  const isWhole = ID_PATTERN.test(environmentId) && ID_PATTERN.test(integrationId) && SECRET.test(secret);
  return isWhole ? { environmentId, integrationId, secret } : undefined;
}

/** Returns a new secret, and its stored form. */
export function newSecret(owner: AddressOwner): { secret: string; sealed: string } {
  const secret = randomBytes(32).toString('base64url');
  return { secret, sealed: encrypt(secret, addressContext(owner)) };
}

/** Whether the secret of a token equals the secret of the stored address. */
export function isSecretOf(owner: AddressOwner, sealed: string, secret: string): boolean {
  return isEqual(decryptCached(sealed, addressContext(owner)), secret);
}

/** Returns the address for a stored secret. If `PUBLIC_URL` is not set, returns only the path. */
export function addressFor({ environmentId, integrationId }: AddressOwner, sealed: string): string {
  const secret = decryptCached(sealed, addressContext({ environmentId, integrationId }));
  return `${env().PUBLIC_URL ?? ''}${PATH}${environmentId}${integrationId}${secret}`;
}

/** Whether a URL is an event address of the integration, possibly with an earlier secret or another origin. */
export function isAddressOf({ environmentId, integrationId }: AddressOwner, url: string): boolean {
  return url.includes(`${PATH}${environmentId}${integrationId}`);
}

/** Returns the address that clients of the interface know. It has no secret, so requests to it must be signed. */
export function signedAddress({ environmentId, integrationId }: AddressOwner): string {
  return `${env().PUBLIC_URL ?? ''}/api/v2/inbound-webhooks/delivery-providers/${environmentId}/${integrationId}`;
}

/**
 * Returns the event address to put into messages. Undefined unless `PUBLIC_URL` is an https address, because vendors
 * reject messages with an address that they cannot reach.
 */
export function namedAddress(owner: AddressOwner): string | undefined {
  const address = signedAddress(owner);
  return address.startsWith('https://') ? address : undefined;
}

/** Binds the encrypted secret to its integration. */
export function addressContext({ environmentId, integrationId }: AddressOwner): string {
  return `event-address:${environmentId}:${integrationId}`;
}
