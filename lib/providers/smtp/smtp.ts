/** The common part of SMTP providers. */
import nodemailer from 'nodemailer';
import type { Credentials } from '#lib/providers/credential.ts';
import { redacted } from '#lib/providers/exchange.ts';
import { isHost, isPort } from '#lib/providers/http/host-and-port.ts';
import type { EmailMessage } from '#lib/providers/message.ts';
import {
  type Check,
  ProviderError,
  type RawExchange,
  type Send,
  type SendTools,
  type Sent,
} from '#lib/providers/send.ts';
import { annotate } from '#lib/tracing/tracing.ts';
import type { SmtpDialog } from './smtp-dialogs.ts';
import { mainRefusal, NO_RESPONSE, refusedRecipients, smtpError } from './smtp-errors.ts';
import { type Mail, mailOf } from './smtp-mail.ts';
import { assertOauth, smtpToken } from './smtp-oauth.ts';
import { poolOf, sendThrough, transportOptions } from './smtp-pool.ts';
import { isSecure, placeOf, type SmtpFailure, type SmtpServer } from './smtp-server.ts';
import { assertDkim, expectsTls } from './smtp-set-up.ts';

/** Creates `send` and `check` over SMTP. */
export function smtpProvider(serverOf: (credentials: Credentials) => SmtpServer): {
  send: Send<'email'>;
  check: Check;
} {
  return {
    send: async (message, tools) => {
      const server = usable(serverOf(tools.credentials));
      const mail = mailOf(message, tools.credentials);
      if (tools.isRehearsal) await rehearse(server, tools);
      annotate(() => ({
        'server.address': server.host,
        'server.port': Number(server.port),
        'network.protocol.name': 'smtp',
      }));
      if (server.oauth) await smtpToken(server.oauth, tools);
      const pool = poolOf(server, tools);
      const dialog = pool.dialogs.begin(mail.messageId);
      const kept = (response?: string) => exchangeOf(tools, requestText(server, message, dialog), response);
      try {
        const info = await sendThrough(pool, mail, dialog, tools);
        return sentTo(info, message, kept);
      } catch (error) {
        if (error instanceof ProviderError) throw error;
        const { rejectedErrors } = error as SmtpFailure;
        if (rejectedErrors) return allRefused(rejectedErrors, { mail, message, kept });
        throw await explained(error, { server, tools, dialog, kept });
      } finally {
        pool.dialogs.end(mail.messageId);
      }
    },
    check: async (tools) => {
      const server = usable(serverOf(tools.credentials));
      const request = `EHLO to ${placeOf(server)}${server.user ? `, AUTH as ${server.user}` : ''}`;
      if (server.oauth) await smtpToken(server.oauth, tools);
      const { logger, lines } = answersLog();
      const transport = nodemailer.createTransport({
        ...transportOptions(server, tools),
        logger,
        transactionLog: true,
      });
      try {
        await transport.verify();
        const words = `${placeOf(server)} answers${server.user ? `, and lets ${server.user} in` : ''}`;
        // Omit 221, the response to QUIT, because it may arrive too late to be read.
        const said = lines.filter((line) => !line.startsWith('221'));
        const deciding = server.user ? said.at(-1) : said[0];
        return {
          words: deciding ? `${words}: ${deciding}` : words,
          exchange: exchangeOf(tools, request, said.join('\n')),
        };
      } catch (error) {
        throw await explained(error, { server, tools, kept: (response) => exchangeOf(tools, request, response) });
      } finally {
        transport.close();
      }
    },
  };
}

/**
 * Checks the address without the pool, because an open connection of the pool would really send. Always throws, because
 * nothing is connected.
 */
async function rehearse(server: SmtpServer, tools: SendTools): Promise<void> {
  const kept = (response?: string) => exchangeOf(tools, `SMTP ${placeOf(server)}`, response);
  try {
    await tools.connect(server.host, server.port);
  } catch (error) {
    throw smtpError(error, { server, tools, kept, isTlsExpected: false });
  }
}

/** Returns the server if its settings can work. @throws {ProviderError} `configuration` if every attempt would fail. */
function usable(server: SmtpServer): SmtpServer {
  const { host, port } = server;
  assertDkim(server);
  assertOauth(server);
  if (isPort(port) && isHost(host)) return server;
  const words = isPort(port) ? `“${host}” is not a host name or address` : 'The port is not a number from 1 to 65535';
  throw new ProviderError('configuration', { words, exchange: { request: '' }, isOwn: true });
}

type Kept = (response?: string) => RawExchange;
type Info = Awaited<ReturnType<typeof sendThrough>>;

/**
 * Returns the result of a sent mail.
 * @throws {ProviderError} if the server refused the main recipient, whatever happened to the recipients in copy.
 */
function sentTo(info: Info, { to }: EmailMessage, kept: Kept): Sent {
  const failures = (info.rejectedErrors ?? []) as SmtpFailure[];
  const refused = refusedRecipients(failures);
  const exchange = kept([...failures.map(refusalText), info.response].join('\n'));
  const main = mainRefusal(refused, to.email, info.accepted.map(addressText), exchange);
  if (main) throw main;
  const status = Number(/^\d{3}/.exec(info.response)?.[0]) || 250;
  return {
    providerMessageId: info.messageId,
    status,
    ...(refused.length > 0 && { refusedCopies: refused }),
    exchange,
  };
}

/**
 * Handles a refusal of every recipient. If the main recipient already has the message, all the refused ones are
 * recipients in copy.
 */
function allRefused(
  failures: readonly SmtpFailure[],
  { mail, message: { to }, kept }: { mail: Mail; message: EmailMessage; kept: Kept },
): Sent {
  const refused = refusedRecipients(failures);
  const exchange = kept(failures.map(refusalText).join('\n'));
  const main = mainRefusal(refused, to.email, [], exchange);
  if (main) throw main;
  return { providerMessageId: mail.messageId, refusedCopies: refused, exchange };
}

function refusalText({ recipient, response, message }: SmtpFailure): string {
  return `<${recipient}>: ${response ?? message}`;
}

function addressText(accepted: string | { address: string }): string {
  return typeof accepted === 'string' ? accepted : accepted.address;
}

/** Converts an error. If the server sent no greeting, checks whether it expects TLS from the first byte. */
async function explained(error: unknown, attempted: Parameters<typeof smtpError>[1]): Promise<unknown> {
  const { server, tools } = attempted;
  const isSilent = error instanceof Error && NO_RESPONSE.test(error.message) && !isSecure(server);
  return smtpError(error, { ...attempted, isTlsExpected: isSilent && (await expectsTls(server, tools)) });
}

/** Creates a logger that keeps only the server's responses. */
function answersLog() {
  const lines: string[] = [];
  const ignore = () => undefined;
  const debug = (entry: unknown, line: unknown) => {
    if ((entry as { tnx?: string }).tnx === 'server') lines.push(String(line));
  };
  const logger = { level: ignore, trace: ignore, debug, info: ignore, warn: ignore, error: ignore, fatal: ignore };
  return { logger, lines };
}

/** Returns the SMTP commands of an attempt. If there was no connection, only the server's host and port. */
function requestText(server: SmtpServer, { id }: EmailMessage, { commands, isDataRequested }: SmtpDialog): string {
  return [`SMTP ${placeOf(server)}`, ...commands, ...(isDataRequested ? [`Message-ID: ${id}`] : [])].join('\n');
}

function exchangeOf({ secrets: known }: SendTools, request: string, response: string | undefined): RawExchange {
  const secrets = [...known];
  return {
    request: redacted(request, secrets),
    ...(response !== undefined && { response: redacted(response, secrets) }),
  };
}
