/** A message's id (24 hex digits) as a UUID of version 8 (RFC 9562), for vendors whose keys must be UUIDs. */
export function uuidOf(id: string): string {
  return id.padEnd(30, '0').replace(/^(.{8})(.{4})(.{3})(.{3})(.{12})$/, '$1-$2-8$3-8$4-$5');
}
