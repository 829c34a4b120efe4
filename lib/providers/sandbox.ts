/**
 * Sandbox mode of an integration: nothing is sent. For every provider, a message is accepted with a generated ID, unless its
 * target is one of these addresses, which simulate failures:
 *
 * | email to …@sandbox.example | SMS to | push token | chat channel, or last part of the webhook's path | what happens |
 * |---|---|---|---|---|
 * | rejected     | +15005550001 | sandbox-rejected     | sandbox-rejected     | refused for good |
 * | auth         | +15005550002 | sandbox-auth         | sandbox-auth         | the credentials are refused |
 * | rate-limited | +15005550003 | sandbox-rate-limited | sandbox-rate-limited | too many; requests a wait of 5 s |
 * | unavailable  | +15005550004 | sandbox-unavailable  | sandbox-unavailable  | 503, at every attempt |
 * | gone         | +15005550005 | sandbox-gone         | sandbox-gone         | the address no longer exists |
 * | blocked      | +15005550007 | sandbox-blocked      | sandbox-blocked      | the outbound guard refuses it |
 * | flaky        | +15005550008 | sandbox-flaky        | sandbox-flaky        | 503 in the message's first 3 s, then accepted |
 * | mailbox-full | +15005550010 | sandbox-mailbox-full | sandbox-mailbox-full | the recipient’s mailbox is full, at every attempt |
 * | account      | +15005550009 | sandbox-account      | sandbox-account      | the account may not send: no credit |
 *
 * An email address may contain a name before the word, as in `ann+rejected@sandbox.example`.
 */
import { idTime } from '#lib/id.ts';
import type { ChannelMessage } from './message.ts';
import { ProviderError, type ProviderErrorKind, type RawExchange, type Sent } from './send.ts';

interface Failure {
  phone: string;
  kind: ProviderErrorKind;
  status?: number;
  providerCode?: string;
  words: string;
  retryAfterMs?: number;
  /** The message is accepted once it is older than this. */
  recoversAfterMs?: number;
}

/** Failures by the name in addresses, tokens and channels. */
export const SANDBOX_FAILURES: Readonly<Record<string, Failure>> = {
  rejected: { phone: '+15005550001', kind: 'rejected', status: 400, words: 'The recipient is not valid' },
  auth: { phone: '+15005550002', kind: 'auth', status: 401, words: 'The credentials are not valid' },
  'rate-limited': {
    phone: '+15005550003',
    kind: 'rate_limited',
    status: 429,
    words: 'Too many requests',
    retryAfterMs: 5000,
  },
  unavailable: { phone: '+15005550004', kind: 'unavailable', status: 503, words: 'The service is unavailable' },
  gone: { phone: '+15005550005', kind: 'token_gone', status: 410, words: 'The recipient no longer exists' },
  blocked: { phone: '+15005550007', kind: 'blocked', words: 'sandbox.example is not a public address' },
  account: { phone: '+15005550009', kind: 'account', status: 402, words: 'The account has no credit' },
  'mailbox-full': {
    phone: '+15005550010',
    kind: 'deferred',
    status: 452,
    providerCode: '4.2.2',
    words: '452 4.2.2 Mailbox full',
  },
  flaky: {
    phone: '+15005550008',
    kind: 'unavailable',
    status: 503,
    words: 'The service is unavailable',
    recoversAfterMs: 3000,
  },
};

/**
 * Accepts the message, or fails as its address requests.
 *
 * @throws {ProviderError} for the addresses that simulate failures.
 */
export function sendToSandbox(message: ChannelMessage, now: Date): Sent {
  const word = wordOf(message);
  const failure = word !== undefined && Object.hasOwn(SANDBOX_FAILURES, word) ? SANDBOX_FAILURES[word] : undefined;
  const exchange: RawExchange = { request: `Sandbox: nothing was sent to ${recipientOf(message)}` };
  const age = now.getTime() - idTime(message.id).getTime();
  if (!failure || age >= (failure.recoversAfterMs ?? Number.POSITIVE_INFINITY)) {
    return { providerMessageId: `sandbox-${message.id}`, exchange };
  }
  const { kind, status, providerCode, words, retryAfterMs } = failure;
  throw new ProviderError(kind, {
    words,
    status,
    providerCode,
    retryAfterMs,
    exchange: { ...exchange, response: words },
    isOwn: false,
  });
}

function wordOf(message: ChannelMessage): string | undefined {
  switch (message.channel) {
    case 'email':
      return /^(?:[^@]*\+)?([a-z-]+)@sandbox\.example$/i.exec(message.to.email)?.[1]?.toLowerCase();
    case 'sms':
      return Object.keys(SANDBOX_FAILURES).find((word) => SANDBOX_FAILURES[word]?.phone === message.to.trim());
    case 'push':
      return /^sandbox-([a-z-]+)$/.exec(message.token)?.[1];
    case 'chat':
      return /(?:^|\/)sandbox-([a-z-]+)$/.exec(message.target.channel ?? message.target.webhookUrl ?? '')?.[1];
  }
}

function recipientOf(message: ChannelMessage): string {
  switch (message.channel) {
    case 'email':
      return message.to.email;
    case 'sms':
      return message.to;
    case 'push':
      return message.token;
    case 'chat':
      return message.target.channel ?? 'the chat';
  }
}
