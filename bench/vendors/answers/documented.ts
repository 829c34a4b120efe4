import type { ProviderErrorKind } from '#lib/providers/error-kinds.ts';
import type { ChatTarget } from '#lib/providers/message.ts';

/** What the vendor's document says that an answer means, in the kinds of `lib/providers/error-kinds.ts`. */
export type Meaning = 'sent' | ProviderErrorKind;

/** The meaning, the status, and the body and headers where the answer has some. An object is JSON. */
export type DocumentedAnswer = readonly [
  means: Meaning,
  status: number,
  body?: string | object,
  headers?: Record<string, string>,
];

export interface VendorAnswers {
  /** The provider's id. */
  id: string;
  /** By the address of the vendor's document that says what they mean. */
  answers: Readonly<Record<string, readonly DocumentedAnswer[]>>;
  /** Beyond a text for each required field. */
  credentials?: Record<string, unknown>;
  /** Of a chat: with the address of the local server. */
  target?: (at: string) => ChatTarget;
  http2?: boolean;
}
