import { createHash } from 'node:crypto';

/** Belfry's own namespace for UUIDs. */
const NAMESPACE = '7c0a4b52-6f0e-4b7e-9a53-3d1f4c7f2b10';

/** Returns the UUID derived from a message's ID, for vendors whose keys must be UUIDs. */
export function uuidOf(id: string): string {
  return nameBasedUuid(NAMESPACE, id);
}

/** Returns a UUID of version 5 (RFC 9562, 5.5). */
export function nameBasedUuid(namespace: string, name: string): string {
  const hash = createHash('sha1')
    .update(Buffer.from(namespace.replaceAll('-', ''), 'hex'))
    .update(name)
    .digest();
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  return hash.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
