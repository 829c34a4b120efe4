/** Describes the failures of a mailbox in one sentence for users, without secrets. */
import { AuthenticationFailure, type ImapFlowError } from 'imapflow';
import { UnreadableError } from '#lib/crypto.ts';
import { OutboundError } from '#lib/outbound/outbound.ts';
import { redacted } from '#lib/providers/exchange.ts';
import { certificateProblem } from '#lib/providers/smtp/smtp-set-up.ts';
import { CANNOT_BE_READ } from '#lib/unreadable.ts';
import type { MailboxSettings } from './settings.ts';

/** A failure whose message is already a sentence for users. */
export class MailboxError extends Error {
  override readonly name = 'MailboxError';
}

const MAX_WORDS = 500;

/** @param settings undefined if the stored settings cannot be decrypted. */
export function wordsOf(error: unknown, settings: MailboxSettings | undefined): string {
  if (error instanceof UnreadableError)
    return `The settings of the mailbox ${CANNOT_BE_READ}: enter the password again`;
  const words = settings ? sentence(error as ImapFlowError, settings) : String((error as Error).message);
  return redacted(words, settings ? [settings.password] : [])
    .slice(0, MAX_WORDS)
    .toWellFormed();
}

const SILENCE = new Set(['CONNECT_TIMEOUT', 'GREETING_TIMEOUT', 'UPGRADE_TIMEOUT', 'ETIMEOUT']);
const TOO_LARGE = new Set(['LineTooLarge', 'LiteralTooLarge', 'ResponseTooLarge', 'TooManyTokens']);

function sentence(error: ImapFlowError, settings: MailboxSettings): string {
  const { host, port, folder } = settings;
  const place = `${host}:${port}`;
  if (error instanceof MailboxError) return error.message;
  if (error instanceof OutboundError && /ENOTFOUND/.test(error.message)) return `Host not found: ${host}`;
  if (error instanceof OutboundError || error.name === 'BlockedError') return error.message;
  if (error instanceof AuthenticationFailure || error.authenticationFailed)
    return `Sign-in refused: ${saidBy(error) ?? `${place} does not accept the user and the password`}`;
  if (error.mailboxMissing) return `There is no folder “${folder}”: ${saidBy(error) ?? 'correct Folder'}`;
  const code = error.code ?? '';
  if (SILENCE.has(code)) return `${place} did not answer in time`;
  if (TOO_LARGE.has(code)) return `${place} sent more data than Belfry reads (${code})`;
  return (
    certificateProblem(code, place) ??
    tlsProblem(error, settings) ??
    `Reading ${place} failed: ${saidBy(error) ?? error.message}`
  );
}

function tlsProblem({ code = '', message, tlsFailed }: ImapFlowError, { host, port, encryption }: MailboxSettings) {
  const isTls = /wrong version number|packet length too long|SSL routines|WRONG_VERSION/i.test(`${code} ${message}`);
  if (encryption === 'tls' && isTls)
    return `${host}:${port} does not begin with TLS: set Encryption to “STARTTLS”, or correct Port`;
  if (encryption === 'starttls' && (tlsFailed || /STARTTLS/i.test(message)))
    return `${host}:${port} offers no STARTTLS: set Encryption to “TLS from the start”, or correct Port`;
  return undefined;
}

function saidBy({ responseText, response }: ImapFlowError): string | undefined {
  return responseText || (typeof response === 'string' && response !== '' ? response : undefined);
}
