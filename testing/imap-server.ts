/**
 * For tests: a small IMAP server on this machine (RFC 3501, and UID MOVE of RFC 6851). It supports the commands that
 * Belfry sends to read a mailbox.
 */
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createServer as createTlsServer, TLSSocket } from 'node:tls';
import { certificate } from './certificate.ts';

interface StoredMail {
  uid: number;
  source: string | Buffer;
  at: Date;
  flags: Set<string>;
}

interface Folder {
  uidValidity: number;
  mails: StoredMail[];
}

export interface ImapServer {
  port: number;
  /** The received commands, without tags. */
  commands: string[];
  folders: Map<string, Folder>;
  /** Adds an email to INBOX. @returns its UID. */
  add: (source: string | Buffer, at?: Date) => number;
  /** Renumbers the emails in INBOX from `first`, with a new UIDVALIDITY. */
  renumber: (first?: number) => void;
  connections: () => number;
  stop: () => Promise<void>;
}

export interface ImapOptions {
  user?: string;
  password?: string;
  /** TLS from the first byte, STARTTLS, or no encryption. */
  encryption?: 'tls' | 'starttls' | 'none';
  extensions?: string;
  /** Replaces the response to a command. `close` closes the connection, `silence` sends nothing. */
  instead?: (command: string) => string | Buffer | 'close' | 'silence' | undefined;
}

export async function startImapServer(options: ImapOptions = {}): Promise<ImapServer> {
  const folders = new Map<string, Folder>([['INBOX', { uidValidity: 1, mails: [] }]]);
  const commands: string[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const serve = (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    converse(socket, { options, folders, commands });
  };
  const server = options.encryption === 'tls' ? createTlsServer(certificate, serve) : createServer(serve);
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const inbox = () => folders.get('INBOX') as Folder;
  return {
    port: (server.address() as AddressInfo).port,
    commands,
    folders,
    add: (source, at = new Date()) => {
      const uid = (inbox().mails.at(-1)?.uid ?? 0) + 1;
      inbox().mails.push({ uid, source, at, flags: new Set() });
      return uid;
    },
    renumber: (first = 1) => {
      inbox().uidValidity += 1;
      for (const [index, mail] of inbox().mails.entries()) mail.uid = first + index;
    },
    connections: () => connections,
    stop: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

interface World {
  options: ImapOptions;
  folders: Map<string, Folder>;
  commands: string[];
}

function converse(first: Socket, world: World): void {
  const { options, commands } = world;
  const session = new Session(world);
  const listen = (socket: Socket) => {
    let text = '';
    socket.on('error', () => undefined);
    socket.on('data', (bytes: Buffer) => {
      text += bytes.toString('latin1');
      for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n')) {
        const [tag = '', ...rest] = text.slice(0, end).split(' ');
        text = text.slice(end + 2);
        const command = rest.join(' ');
        commands.push(command);
        const instead = options.instead?.(command);
        if (instead === 'close') return void socket.destroy();
        if (instead === 'silence') continue;
        socket.write(instead ?? session.answer(tag, command));
        if (/^LOGOUT/i.test(command)) socket.end();
        if (/^STARTTLS/i.test(command)) {
          socket.removeAllListeners('data');
          return listen(new TLSSocket(socket, { isServer: true, ...certificate }));
        }
      }
    });
  };
  listen(first);
  first.write('* OK ready\r\n');
}

class Session {
  readonly #world: World;
  #folder: Folder | undefined;

  constructor(world: World) {
    this.#world = world;
  }

  answer(tag: string, command: string): Buffer {
    const [verb = ''] = command.split(' ');
    const name = verb.toUpperCase() === 'UID' ? `UID ${command.split(' ')[1]}`.toUpperCase() : verb.toUpperCase();
    const untagged = this.#untagged(name, command);
    if (typeof untagged === 'string') return Buffer.from(`${tag} ${untagged}\r\n`);
    const done = name === 'SELECT' ? '[READ-WRITE] done' : 'done';
    return Buffer.concat([...untagged, Buffer.from(`${tag} OK ${done}\r\n`)]);
  }

  /** Returns the untagged responses to a command, or the text of a failure. */
  #untagged(name: string, command: string): Buffer[] | string {
    const { options, folders } = this.#world;
    const line = (text: string) => Buffer.from(`* ${text}\r\n`);
    const texts = [...command.matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
    switch (name) {
      case 'CAPABILITY': {
        const { encryption, extensions = 'MOVE UIDPLUS' } = options;
        return [line(`CAPABILITY IMAP4rev1${encryption === 'starttls' ? ' STARTTLS' : ''} ${extensions}`.trim())];
      }
      case 'LOGIN': {
        const isRight = texts[1] === (options.user ?? 'bounces') && texts[2] === (options.password ?? 'secret');
        return isRight ? [] : 'NO [AUTHENTICATIONFAILED] Invalid user or password';
      }
      case 'LIST': {
        const wanted = texts.at(-1) ?? '';
        // An empty name requests only the separator (RFC 3501, 6.3.8).
        if (wanted === '') return [line('LIST (\\Noselect) "/" ""')];
        const found = [...folders.keys()].filter((path) => wanted === '*' || path === wanted);
        return found.map((path) => line(`LIST () "/" "${path}"`));
      }
      case 'SELECT': {
        this.#folder = folders.get(texts[1] ?? '');
        if (!this.#folder) return 'NO [NONEXISTENT] No such folder';
        const { mails, uidValidity } = this.#folder;
        const uidNext = (mails.at(-1)?.uid ?? 0) + 1;
        const codes = [`OK [UIDVALIDITY ${uidValidity}] ok`, `OK [UIDNEXT ${uidNext}] ok`];
        return [line(`${mails.length} EXISTS`), line('FLAGS (\\Seen \\Deleted)'), ...codes.map(line)];
      }
      case 'CREATE':
        if (folders.has(texts[1] ?? '')) return 'NO [ALREADYEXISTS] exists';
        folders.set(texts[1] ?? '', { uidValidity: 1, mails: [] });
        return [];
      case 'UID SEARCH': {
        const from = Number(/UID (\d+):\*/i.exec(command.slice(4))?.[1] ?? 1);
        const { mails = [] } = this.#folder ?? {};
        const found = mails.filter(({ uid }, index) => uid >= from || index === mails.length - 1);
        return [line(`SEARCH ${found.map(({ uid }) => uid).join(' ')}`.trim())];
      }
      case 'UID FETCH':
        return this.#fetched(Number(texts[2]), Number(/<0\.(\d+)>/.exec(command)?.[1] ?? 1e9));
      case 'UID STORE':
        this.#mail(Number(texts[2]))?.flags.add('\\Seen');
        return [];
      case 'UID MOVE': {
        const target = folders.get(texts[3] ?? '');
        const mail = this.#mail(Number(texts[2]));
        if (!target || !mail || !this.#folder) return 'NO [TRYCREATE] No such folder';
        this.#folder.mails.splice(this.#folder.mails.indexOf(mail), 1);
        target.mails.push(mail);
        return [];
      }
      default:
        return ['NOOP', 'LOGOUT', 'STARTTLS', 'LSUB', 'SUBSCRIBE'].includes(name) ? [] : 'BAD unknown command';
    }
  }

  #mail(wanted: number): StoredMail | undefined {
    return this.#folder?.mails.find(({ uid }) => uid === wanted);
  }

  #fetched(uid: number, most: number): Buffer[] {
    const mail = this.#mail(uid);
    if (!mail) return [];
    const source = Buffer.from(mail.source);
    const part = source.subarray(0, most);
    const sequence = (this.#folder?.mails.indexOf(mail) ?? 0) + 1;
    const [, weekday, day, month, year, time] = /^(\w+), (\d+) (\w+) (\d+) ([\d:]+)/.exec(mail.at.toUTCString()) ?? [];
    const date = weekday && `${day}-${month}-${year} ${time} +0000`;
    const facts = `UID ${uid} INTERNALDATE "${date}" RFC822.SIZE ${source.length} BODY[]<0> {${part.length}}`;
    return [Buffer.from(`* ${sequence} FETCH (${facts}\r\n`), part, Buffer.from(')\r\n')];
  }
}
