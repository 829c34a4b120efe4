/** Converts SMTP failures into errors, with the server's words or Belfry's own. */
import { BlockedError, OutboundError } from '#lib/outbound/outbound.ts';
import { isAmong } from '#lib/providers/email-address.ts';
import { failed } from '#lib/providers/http/http.ts';
import {
  ProviderError,
  type ProviderErrorKind,
  type RawExchange,
  type RefusedRecipient,
  type SendTools,
} from '#lib/providers/send.ts';
import type { SmtpDialog } from './smtp-dialogs.ts';
import { AsciiOnlyError, placeOf, type SmtpFailure, type SmtpServer } from './smtp-server.ts';
import { setUpProblem } from './smtp-set-up.ts';

export const TIMEOUT_MS = 15_000;

/**
 * Returns the maximum wait for a greeting. It is shorter than the total timeout, so that the error names the server
 * that sent no greeting.
 */
export function greetingMs(timeoutMs = TIMEOUT_MS): number {
  return Math.round((timeoutMs * 2) / 3);
}

export interface Attempted {
  server: SmtpServer;
  tools: SendTools;
  /** The dialog of the message. Absent if there was no message to send. */
  dialog?: SmtpDialog;
  /** Whether the server sent no greeting because it expects TLS from the first byte. */
  isTlsExpected?: boolean;
  kept: (response?: string) => RawExchange;
}

export function smtpError(error: unknown, attempted: Attempted): unknown {
  const { dialog, kept } = attempted;
  const failure = error as SmtpFailure;
  const { response, responseCode } = failure;
  if (error instanceof BlockedError) return failed(error, kept());
  if (error instanceof OutboundError)
    return dialog?.isDataRequested ? mayHaveTaken(error, kept()) : failed(error, kept());
  if (error instanceof AsciiOnlyError) {
    const said = { words: error.message, providerCode: 'SMTPUTF8', exchange: kept(), isOwn: true, cause: error };
    return new ProviderError('rejected', said);
  }
  const problem = setUpProblem(failure, attempted);
  if (problem) {
    const said = { exchange: kept(response), status: responseCode, isOwn: true, cause: error };
    return new ProviderError('configuration', { ...said, words: problem });
  }
  const mayBeAccepted = response === undefined && isCutOff(failure, dialog);
  return new ProviderError(kindOf(failure), {
    words: response ?? ownWords(failure, attempted),
    exchange: kept(response),
    status: responseCode,
    providerCode: enhancedCode(response),
    unreachable: response === undefined && NO_RESPONSE.test(failure.message),
    mayBeAccepted,
    isOwn: response === undefined,
    // The server refused another connection, not the message, so retry soon.
    ...(isGreetingRefused(failure) && { retryAfterMs: CROWDED_MS }),
    cause: error,
  });
}

function mayHaveTaken(cause: OutboundError, exchange: RawExchange): ProviderError {
  const words = mayBeTaken(cause.message);
  return new ProviderError('unavailable', { words, exchange, isOwn: true, mayBeAccepted: true, cause });
}

/** The delay before the next attempt at a server that accepts no further connections. */
const CROWDED_MS = 5_000;

/** Whether the server temporarily refused the connection itself (RFC 5321, 3.1), before any message. */
export function isGreetingRefused({ code, command, responseCode = 0 }: SmtpFailure): boolean {
  return code === 'EPROTOCOL' && command === 'CONN' && responseCode >= 400 && responseCode < 500;
}

/** Returns the recipients whom the server refused, each with its own words. */
export function refusedRecipients(failures: readonly SmtpFailure[] = []): RefusedRecipient[] {
  return failures.map((failure) => ({
    address: failure.recipient ?? '',
    kind: kindOf(failure),
    words: failure.response ?? failure.message,
    status: failure.responseCode,
    providerCode: enhancedCode(failure.response),
    isOwn: failure.response === undefined,
  }));
}

/**
 * Returns the failure of the main recipient, regardless of the recipients in copy. Undefined if the server accepted the
 * main recipient.
 */
export function mainRefusal(
  refused: readonly RefusedRecipient[],
  to: string,
  taken: readonly string[],
  exchange: RawExchange,
): ProviderError | undefined {
  const own = refused.find(({ address = '' }) => isAmong(address, [to]));
  return own && new ProviderError(own.kind, { ...own, exchange, taken });
}

function enhancedCode(response = ''): string | undefined {
  return /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(response)?.[0];
}

/** The library's errors for a server that accepts a connection but sends nothing. */
export const NO_RESPONSE = /^(Greeting never received|Connection timeout)/;
const BROKEN = new Set(['ECONNECTION', 'ESOCKET', 'EPIPE', 'ECONNRESET']);

/** Describes the failure if the server sent no response, because the library's text does not name the cause. */
function ownWords({ code = '', message }: SmtpFailure, { server, tools, dialog }: Attempted): string {
  const place = placeOf(server);
  const { timeoutMs = TIMEOUT_MS } = tools;
  const isLost = isCutOff({ code, message }, dialog);
  if (NO_RESPONSE.test(message)) return `${place} did not greet within ${greetingMs(timeoutMs) / 1000} s`;
  if (code === 'ETIMEDOUT') {
    const words = `${place} did not answer within ${timeoutMs / 1000} s`;
    return isLost ? mayBeTaken(words) : words;
  }
  if (isLost) return mayBeTaken(`${place} closed the connection while the message was being sent`);
  if (code === 'ECONNECTION') return `${place} closed the connection before the message was sent`;
  if (BROKEN.has(code) || code === 'ETLS') return `The connection to ${place} failed: ${message}`;
  return `The message could not be handed to ${place}: ${message}`;
}

/** Whether the response was lost after the message had been sent. */
function isCutOff({ code = '', message }: Pick<SmtpFailure, 'code' | 'message'>, dialog?: SmtpDialog): boolean {
  if (!dialog?.isDataRequested || NO_RESPONSE.test(message)) return false;
  return code === 'ETIMEDOUT' || BROKEN.has(code);
}

function mayBeTaken(words: string): string {
  return `${words}; the server may have accepted the message`;
}

const WRONG_SET_UP = new Set(['EAUTH', 'ENOAUTH', 'EREQUIRETLS', 'ECONFIG']);

/**
 * Returns the kind of a failure. A retry may succeed after a 4xx, but not after a 5xx (RFC 5321, 4.2.1). A 4xx on
 * sign-in does not mean that the password is wrong.
 */
function kindOf(failure: SmtpFailure): ProviderErrorKind {
  const { code = '', responseCode } = failure;
  if (responseCode !== undefined && responseCode < 500) return isOfMailbox(failure) ? 'deferred' : 'unavailable';
  if (isFull(failure)) return 'deferred';
  if (WRONG_SET_UP.has(code) || responseCode === 530 || responseCode === 535) return 'auth';
  if (responseCode !== undefined) return 'rejected';
  return code === 'EENVELOPE' || code === 'EMESSAGE' ? 'rejected' : 'unavailable';
}

/**
 * Whether the recipient's mailbox is full. Servers report this as permanent, but the recipient can free space: RFC 3463
 * defines x.2.2 as a persistent transient error. If there is no enhanced code, 552 in response to a recipient can only
 * mean a full mailbox (RFC 5321, 4.2.3 and 4.5.3.1.10). In response to a message, 552 concerns the size.
 */
function isFull({ recipient, command, response, responseCode }: SmtpFailure): boolean {
  const enhanced = enhancedCode(response);
  if (enhanced !== undefined) return /^\d\.2\.2$/.test(enhanced);
  return responseCode === 552 && (recipient !== undefined || command === 'RCPT TO');
}

/** Codes that can concern one recipient (RFC 5321, 4.2.3): mailbox unavailable, error in processing, no space. */
const OF_RECIPIENT = new Set([450, 451, 452]);

/**
 * Whether a temporary refusal concerns the recipient's mailbox, by its enhanced code (RFC 3463):
 * - 4.2.x concerns the mailbox, whatever the command.
 * - 4.1.x (address) and 4.7.x (policy, such as greylisting) concern the recipient or the sender, so the command
 *   decides.
 * - 4.3.x, 4.4.x and 4.5.x are faults of the server, its network or the session.
 */
function isOfMailbox({ recipient, command, response, responseCode = 0 }: SmtpFailure): boolean {
  const isAnswerToRecipient = recipient !== undefined || command === 'RCPT TO';
  const [, subject] = enhancedCode(response)?.split('.') ?? [];
  if (subject === '2') return true;
  if (!isAnswerToRecipient || !OF_RECIPIENT.has(responseCode)) return false;
  return subject === undefined || subject === '1' || subject === '7';
}
