/** Header fields as RFC 5322 defines them, and the groups of fields in delivery reports (RFC 3464, 2.1). */

export type Fields = ReadonlyMap<string, readonly string[]>;

/** Maximum field names of one group. */
const MAX_FIELDS = 200;
/** Maximum characters of a value. Longer values are cut. */
const MAX_VALUE = 2_000;

/** Returns the fields of the first group: names in lower case, values on one line. */
export function fieldsOf(text: string): Fields {
  return groupsOf(text, 1)[0] ?? new Map();
}

/** Returns up to `most` groups of fields, separated by blank lines. Lines without a field name are omitted. */
export function groupsOf(text: string, most: number): Fields[] {
  const groups: Map<string, string[]>[] = [];
  let group: Map<string, string[]> | undefined;
  for (const line of unfolded(text)) {
    if (line.trim() === '') {
      group = undefined;
      continue;
    }
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).trim().toLowerCase();
    if (colon < 1 || !/^[!-9;-~]+$/.test(name)) continue;
    if (!group) {
      if (groups.length >= most) return groups;
      group = new Map();
      groups.push(group);
    }
    const values = group.get(name);
    const value = line.slice(colon + 1, colon + 1 + MAX_VALUE).trim();
    if (values) values.push(value);
    else if (group.size < MAX_FIELDS) group.set(name, [value]);
  }
  return groups;
}

/** Joins lines that begin with a space or tab to the line before them (RFC 5322, 2.2.3). */
function unfolded(text: string): string[] {
  const lines: string[][] = [];
  for (const line of text.split('\n')) {
    const plain = line.endsWith('\r') ? line.slice(0, -1) : line;
    const last = lines.at(-1);
    if (last && /^[ \t]/.test(plain) && plain.trim() !== '') last.push(plain.trim());
    else lines.push([plain]);
  }
  return lines.map((parts) => parts.join(' '));
}

export function first(fields: Fields, name: string): string | undefined {
  return fields.get(name)?.[0] || undefined;
}

/** Returns the value of a typed field such as `rfc822; jane@example.com`, without its type. */
export function withoutType(value: string | undefined, types?: readonly string[]): string | undefined {
  const [type = '', ...rest] = (value ?? '').split(';');
  if (rest.length === 0) return undefined;
  if (types && !types.includes(type.trim().toLowerCase())) return undefined;
  return rest.join(';').trim() || undefined;
}
