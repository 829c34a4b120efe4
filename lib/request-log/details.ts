/**
 * The details of a call: query, body and response. They may contain personal data, and secrets in fields with ordinary
 * names. Therefore they are limited in size, encrypted as a whole, and masked when they are read. Calls that configure
 * providers, keys, variables or people keep no detail except the message of their error.
 */
import type { ApiRequest } from '#lib/api/api-request.ts';
import { decryptIfReadable, encrypt } from '#lib/crypto.ts';
import { parseJson } from '#lib/json/values.ts';

/** Longer bodies and queries are omitted. */
export const MAX_BODY_BYTES = 4 * 1024;
/** Longer responses are omitted. The response to a bulk trigger of 100 events is shorter. */
const MAX_ANSWER_CHARACTERS = 32 * 1024;

/** Tags of operations whose bodies are kept. */
const WITH_BODY = new Set([
  'Events',
  'Subscribers',
  'Preferences',
  'Topics',
  'Contexts',
  'Inbox',
  'Messages',
  'Notifications',
]);
/** Tags of operations whose error messages per field are kept too. They do not quote the content of a workflow. */
const WITH_FIELD_ERRORS = new Set([...WITH_BODY, 'Workflows', 'Layouts']);

/** Operations whose successful responses contain transaction IDs. */
export const TRIGGERS = new Set(['triggerEvent', 'triggerEventsInBulk', 'broadcastEvent']);

/** The reason why a sent body is not stored. */
type Omission = 'kind' | 'large';

/** The stored form of details. Its names are short, because they are stored with each call. */
export interface StoredDetails {
  /** The query, without `?`. */
  q?: string;
  /** The body. */
  b?: string;
  /** The reason for an omitted body. */
  o?: Omission;
  /** The body of an error, or the response to a trigger. */
  a?: string;
}

interface Call {
  operation: { tag: string; operationId: string };
  apiRequest: Pick<ApiRequest, 'search' | 'sentBody'>;
  status: number;
  /** The text of the response. Null for a stream or file. */
  answer: string | null;
}

/** Returns the details that the log keeps of a call. Undefined if there are none. */
export function detailsOf({
  operation,
  apiRequest: { search, sentBody },
  status,
  answer,
}: Call): StoredDetails | undefined {
  const { tag } = operation;
  const details: StoredDetails = {
    ...(search !== '' && search.length <= MAX_BODY_BYTES && WITH_BODY.has(tag) && { q: search }),
    ...(sentBody && sentBody.byteLength > 0 && bodyOf(tag, sentBody)),
    ...answerOf(operation, status, answer),
  };
  return Object.keys(details).length > 0 ? details : undefined;
}

const decoder = new TextDecoder();

function bodyOf(tag: string, body: Uint8Array): StoredDetails {
  if (!WITH_BODY.has(tag)) return { o: 'kind' };
  return body.byteLength > MAX_BODY_BYTES ? { o: 'large' } : { b: decoder.decode(body) };
}

function answerOf({ tag, operationId }: Call['operation'], status: number, answer: string | null): StoredDetails {
  if (answer === null || answer.length > MAX_ANSWER_CHARACTERS) return {};
  if (status < 400) return TRIGGERS.has(operationId) ? { a: answer } : {};
  if (WITH_FIELD_ERRORS.has(tag)) return { a: answer };
  const { message, code } = (parseJson(answer) ?? {}) as Record<string, unknown>;
  return { a: JSON.stringify({ message, code }) };
}

/** Encrypts the details of the call with this ID. */
export function sealed(environmentId: string, id: string, details: StoredDetails): string {
  return encrypt(JSON.stringify(details), detailsContext(environmentId, id));
}

/** Returns the details of the call with this ID. Empty if they cannot be decrypted. */
export function unsealed(environmentId: string, id: string, stored: string | null): StoredDetails {
  const text = stored === null ? undefined : decryptIfReadable(stored, detailsContext(environmentId, id));
  return text === undefined ? {} : (JSON.parse(text) as StoredDetails);
}

/** Binds encrypted details to their call. */
export function detailsContext(environmentId: string, id: string): string {
  return `request_log ${environmentId} ${id} details`;
}
