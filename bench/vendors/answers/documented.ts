import type { ProviderErrorKind } from '#lib/providers/http/error-kinds.ts';
import type { ChatTarget } from '#lib/providers/message.ts';

/** The documented meaning of a response, in the kinds of `lib/providers/http/error-kinds.ts`. */
export type Meaning = 'sent' | ProviderErrorKind;

/** The meaning, the status, and optionally the body and the headers of a response. An object is JSON. */
export type DocumentedAnswer = readonly [
  means: Meaning,
  status: number,
  body?: string | object,
  headers?: Record<string, string>,
];

export interface VendorAnswers {
  /** The provider's ID. */
  id: string;
  /** The responses by the URL of the vendor's document that explains them. */
  answers: Readonly<Record<string, readonly DocumentedAnswer[]>>;
  /** Credentials in addition to a text for each required field. */
  credentials?: Record<string, unknown>;
  /** Returns the target of a chat message with the address of the local server. */
  target?: (at: string) => ChatTarget;
  http2?: boolean;
}

/** The recipient of the sample messages, whose address some vendors return. */
export const RECIPIENT = 'jane@customer.example';

/** Temporary failures for which most vendors document no body. */
export const DOWN: readonly DocumentedAnswer[] = [
  ['unavailable', 500, 'Internal Server Error'],
  ['unavailable', 502, 'Bad Gateway'],
  ['unavailable', 503, 'Service Unavailable'],
];
