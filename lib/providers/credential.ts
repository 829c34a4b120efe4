export type Credentials = Readonly<Record<string, unknown>>;

/** Returns a credential as text. Empty if absent. Some callers send numbers. */
export function textOf(credentials: Credentials, key: string): string {
  const value = Object.hasOwn(credentials, key) ? credentials[key] : undefined;
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
}

/** Returns a switch. Undefined if absent. */
export function switchOf(credentials: Credentials, key: string): boolean | undefined {
  const value = Object.hasOwn(credentials, key) ? credentials[key] : undefined;
  if (typeof value === 'boolean') return value;
  return value === 'true' ? true : value === 'false' ? false : undefined;
}

/** Returns the value at a path of a response, as text. Undefined if there is none. */
export function textAt(json: unknown, ...path: (string | number)[]): string | undefined {
  let value = json;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string | number, unknown>)[key];
  }
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined;
}

/** Returns the header of Basic authentication (RFC 7617). */
export function basic(user: string, password: string): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` };
}

export function bearer(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}
