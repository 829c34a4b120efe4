/** How a provider sends: what it is given, what it answers, and how it fails. */
import type { Outbound } from '#lib/outbound.ts';
import type { ProviderErrorKind } from './error-kinds.ts';
import type { DeliveryChannel, MessageOf } from './message.ts';

export type { ProviderErrorKind };

/** What went over the line, secrets replaced, each direction at most 4 kB with a marker where it was cut. */
export interface RawExchange {
  request: string;
  /** Absent when there was no answer. */
  response?: string;
}

/** What a provider sends with. `fetch` and `connect` are guarded: lib/outbound.ts. */
export interface SendTools extends Outbound {
  /** Decrypted. */
  credentials: Readonly<Record<string, unknown>>;
  now: () => Date;
  /** Less time than the process allows. HTTP requests have it from `fetch`, SMTP from here. */
  timeoutMs?: number;
  /** Other origins in the place of a vendor's: `{'https://api.vendor.example': 'http://127.0.0.1:4000'}`. For tests. */
  origins?: Readonly<Record<string, string>>;
}

export interface Sent {
  /** Under which the provider's later events name the message. */
  providerMessageId?: string;
  /** Of the HTTP or SMTP answer. */
  status?: number;
  exchange: RawExchange;
}

/** What a harmless request has proved, in the provider's own words where it has any. */
export interface Checked {
  words: string;
  status?: number;
  exchange: RawExchange;
}

/** Tests the credentials without sending anything. @throws {ProviderError} when they do not work. */
export type Check = (tools: SendTools) => Promise<Checked>;

/** @throws {ProviderError} when the provider has not taken the message, or may not have. */
export type Send<C extends DeliveryChannel> = (message: MessageOf<C>, tools: SendTools) => Promise<Sent>;

const RETRYABLE: ReadonlySet<ProviderErrorKind> = new Set(['rate_limited', 'unavailable']);

interface Details {
  /** The provider's own words, in one line. */
  words: string;
  exchange: RawExchange;
  /** Of the HTTP or SMTP answer. */
  status?: number | undefined;
  /** The vendor's code of the error. */
  providerCode?: string | undefined;
  /** How long the provider asked to wait. */
  retryAfterMs?: number | undefined;
  /** No connection was made: the provider, not the message, is at fault (circuit breaker). */
  unreachable?: boolean | undefined;
  cause?: unknown;
}

/** A provider has not taken a message, or may not have. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly kind: ProviderErrorKind;
  readonly words: string;
  readonly exchange: RawExchange;
  readonly status: number | undefined;
  readonly providerCode: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly unreachable: boolean;

  constructor(kind: ProviderErrorKind, { words, exchange, status, providerCode, retryAfterMs, ...rest }: Details) {
    super(words, { cause: rest.cause });
    this.kind = kind;
    this.words = words;
    this.exchange = exchange;
    this.status = status;
    this.providerCode = providerCode;
    this.retryAfterMs = retryAfterMs;
    this.unreachable = rest.unreachable ?? false;
  }

  /** Whether the same message may succeed later. */
  get retryable(): boolean {
    return RETRYABLE.has(this.kind);
  }
}
