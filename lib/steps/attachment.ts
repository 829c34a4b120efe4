/** The content of files in triggers. */
import { isObject } from '#lib/json/values.ts';

export interface FileContent {
  content: Uint8Array;
  /** The MIME type of a data: URL. */
  type?: string;
}

/**
 * Decodes base64 or base64url with or without padding and line breaks, a base64 `data:` URL (RFC 2397), or the JSON form
 * of a Node buffer: `{type: 'Buffer', data: [37, 80, …]}`. Undefined for other values.
 */
export function fileContent(file: unknown): FileContent | undefined {
  if (typeof file === 'string') return textContent(file);
  const bytes = isObject(file) && file.type === 'Buffer' ? file.data : undefined;
  return isBytes(bytes) ? { content: Uint8Array.from(bytes) } : undefined;
}

function textContent(file: string): FileContent | undefined {
  const end = file.startsWith('data:') ? file.indexOf(',') : -1;
  if (end < 0) return decoded(file);
  const [type = '', ...parameters] = file.slice('data:'.length, end).split(';');
  if (parameters.pop()?.trim().toLowerCase() !== 'base64') return undefined;
  const read = decoded(file.slice(end + 1));
  return read && { ...read, ...(type && { type: [type, ...parameters].join(';') }) };
}

function decoded(base64: string): FileContent | undefined {
  try {
    const binary = atob(base64.replaceAll('-', '+').replaceAll('_', '/'));
    return { content: Uint8Array.from(binary, (character) => character.charCodeAt(0)) };
  } catch {
    return undefined;
  }
}

function isBytes(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((each) => Number.isInteger(each) && each >= 0 && each <= 255);
}
