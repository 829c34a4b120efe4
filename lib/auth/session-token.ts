import { createHmac } from 'node:crypto';
import { isEqual } from '#lib/crypto.ts';
import { authSecret, sessionCookieName } from './better-auth.ts';

/**
 * Returns `token.signature`. The database stores only the token, so someone who can read the database still cannot sign
 * in.
 */
export function signSessionToken(token: string): string {
  return `${token}.${signature(token)}`;
}

/** Returns the token of a signed token, which may be URL-encoded. Undefined if the signature is missing or invalid. */
export function verifySessionToken(signed: string): string | undefined {
  const text = decode(signed);
  const dot = text.lastIndexOf('.');
  if (dot < 1) return undefined;
  const token = text.slice(0, dot);
  return isEqual(signature(token), text.slice(dot + 1)) ? token : undefined;
}

/** Returns the value of the session cookie without verifying it. */
export function sessionCookie(headers: Headers): string | undefined {
  return cookieOf(headers, sessionCookieName());
}

/** Returns the value of a cookie of the request. */
export function cookieOf(headers: Headers, name: string): string | undefined {
  const start = `${name}=`;
  return headers
    .get('cookie')
    ?.split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(start))
    ?.slice(start.length);
}

function signature(token: string): string {
  return createHmac('sha256', authSecret()).update(token).digest('base64');
}

function decode(text: string): string {
  try {
    return text.includes('%') ? decodeURIComponent(text) : text;
  } catch {
    return '';
  }
}
