/** An IMAP session with the bounce mailbox of an integration, through the outbound guard. */
import { isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { ImapFlow, type ImapTransport, type ImapTransportOptions } from 'imapflow';
import type { Outbound } from '#lib/outbound/outbound.ts';
import type { MailboxSettings } from './settings.ts';
import { MailboxError } from './words.ts';

/** Maximum milliseconds for one session. */
export const SESSION_MS = 50_000;
/** Maximum milliseconds without a response from the server. */
const SILENCE_MS = 15_000;
/** Maximum bytes that are read of an email. The protocol parts of a report are near its beginning. */
const MAX_MAIL = 1_048_576;
/** The number of bytes at the start of an email that show whether the email is a report. Most reports are shorter. */
const HEAD = 65_536;
const MAX_RESPONSE = 4 * 1_048_576;
/** The age limit of emails in the first round: 30 days, because older events are not stored. */
const FIRST_READ_MS = 30 * 86_400_000;

interface FetchedMail {
  source: Buffer;
  /** The time at which the server received the email. */
  at: Date;
}

export interface Session {
  uidValidity: bigint;
  /** The number of emails in the folder. */
  exists: number;
  /** Returns the UIDs after a position, in order. For position 0, returns only emails of the last 30 days. */
  uidsAfter: (uid: number, now: Date) => Promise<number[]>;
  /**
   * Returns the beginning of an email: up to 1 MiB if `isWanted` accepts the first 64 KiB, otherwise only these 64 KiB.
   * Undefined if the email no longer exists.
   */
  fetch: (uid: number, isWanted: (head: Buffer) => boolean) => Promise<FetchedMail | undefined>;
  /** Marks a report as seen, and moves it to the folder for read reports if there is one. */
  putAway: (uid: number) => Promise<void>;
}

/**
 * Signs in, opens the folder, and runs `work`. Closes the connection when `work` ends, or after `limitMs`.
 *
 * @throws {BlockedError} for an address that is not allowed, before any connection.
 * @throws {OutboundError} if the connection fails.
 * @throws {MailboxError}, or an error of the library.
 */
export async function withMailbox<Result>(
  settings: MailboxSettings,
  { connect }: Pick<Outbound, 'connect'>,
  work: (session: Session) => Promise<Result>,
  limitMs = SESSION_MS,
): Promise<Result> {
  const { host, port, folder } = settings;
  const socket = await connect(host, port);
  const client = clientOf(settings, socket);
  let isOver = false;
  const timer = setTimeout(() => {
    isOver = true;
    client.close();
  }, limitMs);
  // A failure of the connection also rejects the command in progress. Without a listener, the `error` event would end
  // the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const box = await client.mailboxOpen(folder);
    return await work(sessionOf(client, settings, box));
  } catch (error) {
    throw isOver ? new MailboxError(`${host}:${port} did not answer within ${limitMs / 1000} s`) : error;
  } finally {
    clearTimeout(timer);
    if (client.usable) await client.logout().catch(() => undefined);
    client.close();
    socket.destroy();
  }
}

function clientOf(settings: MailboxSettings, socket: Socket): ImapFlow {
  const { host, port, encryption, user, password } = settings;
  return new ImapFlow({
    host,
    port,
    secure: encryption === 'tls',
    doSTARTTLS: encryption === 'starttls',
    auth: { user, pass: password },
    transport: transportOf(socket, settings),
    logger: false,
    disableAutoIdle: true,
    disableAutoEnable: true,
    disableCompression: true,
    connectionTimeout: SILENCE_MS,
    greetingTimeout: SILENCE_MS,
    socketTimeout: SILENCE_MS,
    maxLineLength: MAX_RESPONSE,
    maxLiteralSize: MAX_MAIL,
    maxResponseSize: MAX_RESPONSE,
    maxResponseTokens: 100_000,
    maxLockHoldTime: false,
  });
}

/** Returns the transport for the outbound guard's socket, which is connected to the checked address. */
function transportOf(socket: Socket, { host, encryption, tlsOptions }: MailboxSettings): ImapTransport {
  const secured = (_: ImapTransportOptions, onSecure: () => void) =>
    connectTls({ host, ...(isIP(host) === 0 && { servername: host }), ...tlsOptions, socket }, onSecure);
  return {
    connect: (options, onConnect) => {
      if (encryption === 'tls') return secured(options, onConnect);
      process.nextTick(onConnect);
      return socket;
    },
    upgrade: (_, options, onSecure) => secured(options, onSecure),
  };
}

function sessionOf(client: ImapFlow, settings: MailboxSettings, box: { uidValidity: bigint; exists: number }): Session {
  let isFolderMade = false;
  const makeFolder = async (path: string) => {
    if (isFolderMade) return;
    await client.mailboxCreate(path);
    isFolderMade = true;
  };
  return {
    uidValidity: box.uidValidity,
    exists: box.exists,
    uidsAfter: async (uid, now) => {
      const recent = uid === 0 && { since: new Date(now.getTime() - FIRST_READ_MS) };
      const found = (await client.search({ uid: `${uid + 1}:*`, ...recent }, { uid: true })) || [];
      // A UID range always includes the last email, even if its UID is lower (RFC 9051, 9), so filter again.
      return found.filter((each) => each > uid).sort((a, b) => a - b);
    },
    fetch: async (uid, isWanted) => {
      const read = (maxLength: number) =>
        client.fetchOne(
          String(uid),
          { internalDate: true, size: true, source: { start: 0, maxLength } },
          { uid: true },
        );
      const head = await read(HEAD);
      if (head === false || !head.source) return undefined;
      const isLonger = (head.size ?? 0) > HEAD && isWanted(head.source);
      const mail = isLonger ? (await read(MAX_MAIL)) || head : head;
      return { source: mail.source ?? head.source, at: new Date(head.internalDate ?? 0) };
    },
    putAway: async (uid) => {
      const { readFolder } = settings;
      await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true });
      if (readFolder === undefined) return;
      // Without these extensions, moving an email would also remove other emails that are marked as deleted.
      if (!client.capabilities.has('MOVE') && !client.capabilities.has('UIDPLUS'))
        throw new MailboxError('The server cannot move emails: leave “Folder for read reports” empty');
      await makeFolder(readFolder);
      if (!(await client.messageMove(String(uid), readFolder, { uid: true })))
        throw new MailboxError(`A report could not be moved to the folder “${readFolder}”`);
    },
  };
}
