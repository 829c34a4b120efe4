/** The contract of sending: the input, the result and the errors of a provider. */
import type { Outbound } from '#lib/outbound/outbound.ts';
import type { ProviderErrorKind } from '#lib/providers/http/error-kinds.ts';
import type { DeliveryChannel, MessageOf } from './message.ts';

export type { ProviderErrorKind };

/** The exchange with the provider. Secrets are replaced, and each direction is cut at 4 kB with a marker. */
export interface RawExchange {
  request: string;
  /** The text of the response. Absent if there was none. */
  response?: string;
}

/** The tools of a provider. `fetch` and `connect` are guarded by lib/outbound/outbound.ts. */
export interface SendTools extends Outbound {
  /** The decrypted credentials of the integration. */
  credentials: Readonly<Record<string, unknown>>;
  now: () => Date;
  /** Texts that must not be stored or shown: those in the credentials, and those that are added during sending. */
  secrets: Set<string>;
  /**
   * Overrides the process-wide timeout with a shorter one. `fetch` applies it to HTTP requests. SMTP code must apply it
   * itself.
   */
  timeoutMs?: number;
  /** The address to which the vendor should push the events of the message. Absent: the vendor pushes none. */
  eventsUrl?: string;
  /** Whether `fetch` and `connect` only check the address. Connections that are already open must not be used. */
  isRehearsal?: boolean;
  /** Replaces a vendor's origin in tests: `{'https://api.vendor.example': 'http://127.0.0.1:4000'}`. */
  origins?: Readonly<Record<string, string>>;
}

/** A recipient for whom the provider refused the message, although it accepted the message for others. */
export interface RefusedRecipient {
  /** The refused address. Absent if the provider does not name the recipient. */
  address?: string | undefined;
  kind: ProviderErrorKind;
  words: string;
  status?: number | undefined;
  providerCode?: string | undefined;
  /** Whether `words` is Belfry's text, not the provider's. */
  isOwn: boolean;
}

export interface Sent {
  /** The ID by which the provider's events refer to the message. */
  providerMessageId?: string;
  /** The status of the HTTP or SMTP response. */
  status?: number;
  /** Recipients in copy for whom the provider refused the message. */
  refusedCopies?: readonly RefusedRecipient[];
  exchange: RawExchange;
  /** A sentence about the parts of the message that were not sent, and the reason. */
  leftOut?: string;
  /** The new ID of the recipient's chat, if it has changed. */
  movedTo?: string;
}

/** The result of a harmless request, in the provider's own text if there is one. */
export interface Checked {
  words: string;
  status?: number;
  exchange: RawExchange;
}

/** Tests the credentials without sending. @throws {ProviderError} if they do not work. */
export type Check = (tools: SendTools) => Promise<Checked>;

/** Sends one message. @throws {ProviderError} if the provider did not accept the message, or if this is uncertain. */
export type Send<C extends DeliveryChannel> = (message: MessageOf<C>, tools: SendTools) => Promise<Sent>;

const RETRYABLE: ReadonlySet<ProviderErrorKind> = new Set(['rate_limited', 'deferred', 'unavailable']);

interface Details {
  /** The provider's own text in one line, or with `isOwn` Belfry's text if there was no response. */
  words: string;
  exchange: RawExchange;
  /** The status of the HTTP or SMTP response. */
  status?: number | undefined;
  /** The vendor's error code. */
  providerCode?: string | undefined;
  /** The wait that the provider requested. */
  retryAfterMs?: number | undefined;
  /** The new ID of the recipient's chat, to which the message is sent instead. */
  movedTo?: string | undefined;
  /** Whether no connection was possible. The cause is then the provider, not the message. */
  unreachable?: boolean | undefined;
  /** Whether the provider may have accepted the message, because its response was lost. */
  mayBeAccepted?: boolean | undefined;
  /**
   * Whether `words` is Belfry's text, because the provider sent none. Belfry's text must not be quoted as the
   * provider's.
   */
  isOwn: boolean;
  /** Recipients in copy for whom the provider accepted the message, although the main recipient was refused. */
  taken?: readonly string[] | undefined;
  cause?: unknown;
}

/** Thrown if a provider did not accept a message, or if this is uncertain. */
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
  readonly mayBeAccepted: boolean;
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
    this.mayBeAccepted = rest.mayBeAccepted ?? false;
    this.isOwn = rest.isOwn;
    this.taken = rest.taken ?? [];
  }

  /** Whether the same message may succeed later. */
  get retryable(): boolean {
    return RETRYABLE.has(this.kind);
  }
}
