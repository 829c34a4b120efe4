import { createServer, type Server, type Socket } from 'node:net';
import pg from 'pg';

/**
 * A pooler in transaction mode in front of one database. It behaves like PgBouncer without support for prepared
 * statements.
 */
export interface TransactionPooler {
  url: string;
  stop(): Promise<void>;
}

/**
 * Starts a pooler that assigns a database connection to a client for one transaction. The connection that was released
 * last is assigned next.
 *
 * @param size the number of database connections.
 */
export async function startTransactionPooler(databaseUrl: string, size = 4): Promise<TransactionPooler> {
  const pool = new ServerConnections(databaseUrl, size);
  const clients = new Set<Socket>();
  const server = createServer((socket) => {
    clients.add(socket.once('close', () => clients.delete(socket)));
    new Client(socket, pool);
  });
  const port = await listen(server);
  const url = Object.assign(new URL(databaseUrl), { host: `127.0.0.1:${port}` });
  return {
    url: url.href,
    async stop() {
      for (const socket of clients) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      pool.close();
    },
  };
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
}

/** The database connections. Each is a socket that has signed in. */
class ServerConnections {
  readonly #url: string;
  readonly #size: number;
  readonly #free: Socket[] = [];
  readonly #all: Socket[] = [];
  readonly #waiting: ((socket: Socket) => void)[] = [];
  #opened = 0;

  constructor(url: string, size: number) {
    this.#url = url;
    this.#size = size;
  }

  async take(): Promise<Socket> {
    const free = this.#free.pop();
    if (free) return free;
    if (this.#opened < this.#size) return this.#open();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  give(socket: Socket): void {
    const next = this.#waiting.shift();
    if (next) next(socket);
    else this.#free.push(socket);
  }

  close(): void {
    for (const socket of this.#all) socket.destroy();
  }

  /** Opens a connection. `pg` signs in, and then this class reads the socket. */
  async #open(): Promise<Socket> {
    this.#opened += 1;
    const client = new pg.Client({ connectionString: this.#url });
    await client.connect();
    const socket = client.connection.stream as unknown as Socket;
    socket.removeAllListeners('data').removeAllListeners('error').removeAllListeners('close').on('error', ignore);
    this.#all.push(socket);
    return socket;
  }
}

/**
 * A client of the pooler. It holds a database connection from the first message of a transaction until the end of the
 * transaction.
 */
class Client {
  readonly #socket: Socket;
  readonly #pool: ServerConnections;
  readonly #fromClient = new Messages();
  readonly #fromServer = new Messages();
  #isReady = false;
  #server: Promise<Socket> | undefined;
  /** The number of ReadyForQuery responses that the client still expects. */
  #expected = 0;

  constructor(socket: Socket, pool: ServerConnections) {
    this.#socket = socket;
    this.#pool = pool;
    socket.on('data', (chunk: Buffer) => this.#receive(chunk)).on('error', ignore);
  }

  #receive(chunk: Buffer): void {
    if (this.#isReady) this.#forward(chunk);
    else this.#greet(chunk);
  }

  #forward(chunk: Buffer): void {
    for (const message of this.#fromClient.split(chunk)) {
      const type = String.fromCharCode(message[0] ?? 0);
      if (type === 'X') {
        this.#socket.destroy();
        return;
      }
      if (type === 'Q' || type === 'S') this.#expected += 1;
      this.#server ??= this.#take();
      void this.#server.then((server) => server.write(message));
    }
  }

  /** Handles the first message: rejects TLS and accepts every client. */
  #greet(chunk: Buffer): void {
    const isTlsRequest = chunk.readInt32BE(4) === 80877103;
    this.#isReady = !isTlsRequest;
    this.#socket.write(isTlsRequest ? 'N' : Buffer.concat([message('R', [0, 0, 0, 0]), message('Z', [0x49])]));
  }

  async #take(): Promise<Socket> {
    const server = await this.#pool.take();
    server.on('data', this.#answer);
    return server;
  }

  readonly #answer = async (chunk: Buffer) => {
    this.#socket.write(chunk);
    for (const message of this.#fromServer.split(chunk)) {
      if (message[0] !== 0x5a) continue;
      this.#expected -= 1;
      if (this.#expected === 0 && message[5] === 0x49) await this.#give();
    }
  };

  async #give(): Promise<void> {
    const server = await this.#server;
    this.#server = undefined;
    server?.removeListener('data', this.#answer);
    if (server) this.#pool.give(server);
  }
}

/** Splits received data into whole messages of the protocol. */
class Messages {
  #rest: Buffer = Buffer.alloc(0);

  split(chunk: Buffer): Buffer[] {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    const whole: Buffer[] = [];
    while (this.#rest.length >= 5 && this.#rest.length > this.#rest.readInt32BE(1)) {
      const length = this.#rest.readInt32BE(1) + 1;
      whole.push(this.#rest.subarray(0, length));
      this.#rest = this.#rest.subarray(length);
    }
    return whole;
  }
}

function message(type: string, body: number[]): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, Buffer.from(body)]);
}

function ignore(): void {}
