/** Requests in a normal form, in which two requests with the same meaning are equal. */

export interface Requested {
  method: string;
  host: string;
  path: string;
  headers: Record<string, string | string[] | undefined>;
  /** The body in base64. */
  body: string;
}

export interface Difference {
  place: string;
  ours: string;
  theirs: string;
}

/** Headers about the library or the connection, which are ignored. */
const NO_MEANING =
  /^(accept.*|user-agent|connection|keep-alive|content-length|host|transfer-encoding|date|te|origin|cache-control|sec-fetch-.*|amz-sdk-.*|x-amz-.*|x-stainless-.*|x-fern-.*|x-sdk.*|x-firebase-client|x-goog-.*|x-twilio-.*|x-sinch-.*|sentwith|x-client-.*|priority|expect|x-mailgun-.*|onesignal-.*|x-pusher-.*|x-rate.*|x-dns.*|access_token_auth|os-usage-data)$/;

export async function comparable(request: Requested): Promise<Record<string, unknown>> {
  const url = new URL(`https://${request.host}${request.path}`);
  const type = String(request.headers['content-type'] ?? '');
  const headers = Object.entries(request.headers).filter(([name]) => !NO_MEANING.test(name));
  return {
    method: request.method,
    host: url.hostname,
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: {
      ...Object.fromEntries(headers.map(([name, value]) => [name, String(value)])),
      'content-type': type.replace(/;.*$/s, ''),
      ...(request.headers.authorization && { authorization: withoutTime(String(request.headers.authorization)) }),
    },
    body: await bodyOf(Buffer.from(request.body, 'base64'), type),
  };
}

/** Returns the key and scope of a signature, or the claims of a signed token, because both contain the time. */
function withoutTime(authorization: string): string {
  const aws = /^(AWS4-HMAC-SHA256 Credential=[^/]+\/)\d+(\/[^,]+)/.exec(authorization);
  if (aws) return `${aws[1]}${aws[2]}`;
  const [, head, claims] = /^bearer ([\w-]+)\.([\w-]+)\.[\w-]+$/i.exec(authorization) ?? [];
  if (!head || !claims) return authorization;
  const [{ alg, kid }, { iss }] = [head, claims].map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()));
  return `Bearer ${JSON.stringify({ alg, kid, iss })}`;
}

async function bodyOf(body: Buffer, type: string): Promise<unknown> {
  if (/^application\/x-www-form-urlencoded/.test(type)) return Object.fromEntries(new URLSearchParams(body.toString()));
  if (!type.startsWith('multipart/form-data')) return JSON.parse(body.toString() || 'null');
  const fields: Record<string, unknown> = {};
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  for (const [name, value] of form) {
    fields[name] = typeof value === 'string' ? value : { name: value.name, type: value.type, text: await value.text() };
  }
  return fields;
}

export function differences(ours: unknown, theirs: unknown, place = ''): Difference[] {
  if (Object.is(ours, theirs)) return [];
  if (typeof ours !== 'object' || typeof theirs !== 'object' || ours === null || theirs === null) {
    return [{ place, ours: shown(ours), theirs: shown(theirs) }];
  }
  const [one, other] = [ours as Record<string, unknown>, theirs as Record<string, unknown>];
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].flatMap((key) => differences(one[key], other[key], place === '' ? key : `${place}.${key}`));
}

function shown(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}
