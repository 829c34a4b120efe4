/**
 * The signed tokens in the links and the tracking pixel, by which Belfry records that a recipient opened an email or
 * clicked a link.
 */
import { isSigned, sign } from '#lib/crypto.ts';

/** The message that the recipient opened, with its integration, because each event belongs to an integration. */
export interface TrackedMessage {
  environmentId: string;
  /** Message.id */
  messageId: string;
  integrationId: string;
}

const ID_BYTES = 12;
const SIGNATURE_BYTES = 16;
const TOKEN = /^[\w-]{70}$/;
const CLICK = 'tracked-link';
const OPEN = 'tracking-picture';

/** Returns the token of a link to `target`. It is valid for no other target, so a link never leads elsewhere. */
export function clickToken(message: TrackedMessage, target: string): string {
  return tokenOf(message, target, CLICK);
}

/** Returns the message of a link. Undefined unless Belfry made this token for this target. */
export function readClickToken(token: string, target: string): TrackedMessage | undefined {
  return readToken(token, target, CLICK);
}

export function openToken(message: TrackedMessage): string {
  return tokenOf(message, '', OPEN);
}

export function readOpenToken(token: string): TrackedMessage | undefined {
  return readToken(token, '', OPEN);
}

function tokenOf({ environmentId, messageId, integrationId }: TrackedMessage, target: string, purpose: string): string {
  const ids = Buffer.from(environmentId + messageId + integrationId, 'hex');
  const signature = sign(signedBytes(ids, target), purpose).subarray(0, SIGNATURE_BYTES);
  return Buffer.concat([ids, signature]).toString('base64url');
}

function readToken(token: string, target: string, purpose: string): TrackedMessage | undefined {
  if (!TOKEN.test(token)) return undefined;
  const bytes = Buffer.from(token, 'base64url');
  // Reject other encodings of the same bytes: the last character has unused bits.
  if (bytes.toString('base64url') !== token) return undefined;
  const ids = bytes.subarray(0, -SIGNATURE_BYTES);
  if (!isSigned(signedBytes(ids, target), bytes.subarray(-SIGNATURE_BYTES), purpose)) return undefined;
  const id = (at: number) => ids.subarray(at * ID_BYTES, (at + 1) * ID_BYTES).toString('hex');
  return { environmentId: id(0), messageId: id(1), integrationId: id(2) };
}

/** Returns the signed bytes. The IDs have a fixed length, so no other IDs and target have the same bytes. */
function signedBytes(ids: Uint8Array, target: string): Buffer {
  return Buffer.concat([ids, Buffer.from(target)]);
}
