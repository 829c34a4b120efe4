/** The contract of sending: what a provider gets, what it returns, and how it fails. */
import type { Outbound } from '#lib/outbound/outbound.ts';
import type { ProviderErrorKind } from './error-kinds.ts';
import type { DeliveryChannel, MessageOf } from './message.ts';

export type { ProviderErrorKind };

/** The exchange with the provider, with secrets replaced, at most 4 kB per direction with a marker where it was cut. */
export interface RawExchange {
  request: string;
  /** Absent when there was no answer. */
  response?: string;
}

/** The tools of a provider. `fetch` and `connect` are guarded by lib/outbound/outbound.ts. */
export interface SendTools extends Outbound {
  /** Decrypted. */
  credentials: Readonly<Record<string, unknown>>;
  now: () => Date;
  /** Texts that must not be stored or shown: of the credentials, and what is added to them while sending. */
  secrets: Set<string>;
  /** A shorter limit than the process's. `fetch` applies it to HTTP requests, SMTP reads it here. */
  timeoutMs?: number;
  /** Replaces a vendor's origin in tests: `{'https://api.vendor.example': 'http://127.0.0.1:4000'}`. */
  origins?: Readonly<Record<string, string>>;
}

/** A recipient for whom the provider did not take a message that it took for others. */
export interface RefusedRecipient {
  /** Absent when the provider does not say who it is. */
  address?: string | undefined;
  kind: ProviderErrorKind;
  words: string;
  status?: number | undefined;
  providerCode?: string | undefined;
  /** The words are Belfry's. */
  isOwn: boolean;
}

export interface Sent {
  /** The id by which the provider's later events name the message. */
  providerMessageId?: string;
  /** The status of the HTTP or SMTP answer. */
  status?: number;
  /** Those in copy for whom the provider did not take it. */
  refusedCopies?: readonly RefusedRecipient[];
  exchange: RawExchange;
  /** What the vendor got the message without, and why: a sentence for people. */
  leftOut?: string;
  /** The recipient's chat has this id now. */
  movedTo?: string;
}

/** What a harmless request proved, in the provider's own text if it gave one. */
export interface Checked {
  words: string;
  status?: number;
  exchange: RawExchange;
}

/** Tests the credentials without sending. @throws {ProviderError} when they do not work. */
export type Check = (tools: SendTools) => Promise<Checked>;

/** @throws {ProviderError} when the provider did not take the message, or may not have. */
export type Send<C extends DeliveryChannel> = (message: MessageOf<C>, tools: SendTools) => Promise<Sent>;

const RETRYABLE: ReadonlySet<ProviderErrorKind> = new Set(['rate_limited', 'deferred', 'unavailable']);

interface Details {
  /** The provider's own text in one line, or with `isOwn` what happened instead of an answer. */
  words: string;
  exchange: RawExchange;
  /** The status of the HTTP or SMTP answer. */
  status?: number | undefined;
  /** The vendor's error code. */
  providerCode?: string | undefined;
  /** The wait that the provider requested. */
  retryAfterMs?: number | undefined;
  /** The id that the recipient's chat has now. The message is sent to it instead. */
  movedTo?: string | undefined;
  /** No connection was made, so the provider is at fault and not the message. */
  unreachable?: boolean | undefined;
  /** Whether the words are Belfry's, because the provider gave none. Nothing of Belfry's may be quoted as the provider's. */
  isOwn: boolean;
  /** Those in copy for whom the provider took the message all the same. */
  taken?: readonly string[] | undefined;
  cause?: unknown;
}

/** A provider did not take a message, or may not have. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly kind: ProviderErrorKind;
  readonly words: string;
  readonly exchange: RawExchange;
  readonly status: number | undefined;
  readonly providerCode: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly movedTo: string | undefined;
  readonly unreachable: boolean;
  readonly isOwn: boolean;
  readonly taken: readonly string[];

  constructor(kind: ProviderErrorKind, { words, exchange, status, providerCode, retryAfterMs, ...rest }: Details) {
    super(words, { cause: rest.cause });
    this.kind = kind;
    this.words = words;
    this.exchange = exchange;
    this.status = status;
    this.providerCode = providerCode;
    this.retryAfterMs = retryAfterMs;
    this.movedTo = rest.movedTo;
    this.unreachable = rest.unreachable ?? false;
    this.isOwn = rest.isOwn;
    this.taken = rest.taken ?? [];
  }

  /** Whether the same message may succeed later. */
  get retryable(): boolean {
    return RETRYABLE.has(this.kind);
  }
}
