import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { variableNames } from '#lib/env.ts';
import { takeLock } from './lock.ts';
import { freePort } from './postgres.ts';
import { root } from './sources.ts';

const secrets = { ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 1).toString('base64')}`, AUTH_SECRET: 'x'.repeat(40) };

let dataDir: string;
const servers: Server[] = [];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'belfry-start-'));
});

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Runs the script of `npm start` until it exits. It gets only the given variables. */
async function start(variables: Record<string, string>): Promise<{ code: number | null; messages: string[] }> {
  const env: NodeJS.ProcessEnv = {
    ...Object.fromEntries(variableNames.map((name) => [name, ''])),
    NODE_ENV: 'test',
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    ...variables,
  };
  const child = spawn(process.execPath, [join(root, 'scripts/start.mjs')], {
    cwd: root,
    env,
  });
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, messages: errors.trim().split('\n') };
}

function listen(server: Server): Promise<number> {
  servers.push(server);
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
}

test('a start stops at a port in use', async () => {
  const port = await listen(createServer());
  const { code, messages } = await start({ PORT: String(port) });
  expect(messages).toEqual([
    `Port ${port} of 127.0.0.1 is taken: stop the program that listens there, or set PORT to another port.`,
  ]);
  expect(code).toBe(1);
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
  expect(existsSync(join(dataDir, 'lock'))).toBe(false);
});

test('a start reports all invalid variables together, and writes nothing', async () => {
  const { code, messages } = await start({
    PORT: 'many',
    SERVICE_NAME: 'A',
    DATABASE_URL: 'postgresql://127.0.0.1:1/belfry',
  });
  expect(messages).toEqual([
    'PORT must be a whole number from 1 to 65535.',
    'SERVICE_NAME must be 2 to 16 lower-case letters and digits, a letter first.',
    'ENCRYPTION_KEYS is required when DATABASE_URL is set.',
    'AUTH_SECRET is required when DATABASE_URL is set.',
  ]);
  expect(code).toBe(1);
  expect(readdirSync(dataDir)).toEqual([]);
});

test('a start stops at a data folder of another Belfry', async () => {
  const release = await takeLock(join(dataDir, 'lock'));
  const { code, messages } = await start({});
  release?.();
  expect(messages).toEqual([
    `The data folder ${dataDir} is in use by another Belfry process: stop that process, or set DATA_DIR and PORT for this one.`,
  ]);
  expect(code).toBe(1);
});

test('a start stops at a data folder that is not a folder', async () => {
  const file = join(dataDir, 'file');
  writeFileSync(file, 'kept');
  expect(await start({ DATA_DIR: file })).toEqual({
    code: 1,
    messages: [`Belfry cannot read and write the data folder ${file}: it is not a folder.`],
  });
});

test('a start stops at a database without a response', async () => {
  const { code, messages } = await start({
    DATABASE_URL: 'postgresql://belfry:secret@127.0.0.1:1/belfry',
    ...secrets,
  });
  expect(messages).toEqual(['The database at 127.0.0.1:1/belfry cannot be used: no server responds at this address.']);
  expect(code).toBe(1);
});

test('a start stops at a database that is too old', async () => {
  const port = await listen(createServer(answerAsVersion14));
  const { code, messages } = await start({ DATABASE_URL: `postgresql://belfry@127.0.0.1:${port}/belfry`, ...secrets });
  expect(messages).toEqual(['Belfry needs PostgreSQL 15 or later, but the database is PostgreSQL 14.12.']);
  expect(code).toBe(1);
});

/** The response that ends a request with a prepared statement. */
const SYNC = Buffer.from([0x53, 0, 0, 0, 4]);

/** A minimal PostgreSQL server that responds to every statement with its version. */
function answerAsVersion14(socket: Socket): void {
  const ready = message('Z', Buffer.from('I'));
  let greeted = false;
  socket.on('error', () => undefined);
  socket.on('data', (data: Buffer) => {
    if (!greeted) {
      greeted = true;
      socket.write(Buffer.concat([message('R', Buffer.from([0, 0, 0, 0])), ready]));
    } else if (data.toString('latin1', 0, 1) === 'Q' || data.subarray(-SYNC.length).equals(SYNC)) {
      const names = ['server_version_num', 'server_version'];
      const columns = names.map((name) =>
        Buffer.concat([Buffer.from(`${name}\0`), integers([4, 0], [2, 0], [4, 25], [2, -1], [4, -1], [2, 0])]),
      );
      const values = ['140012', '14.12'].map((value) =>
        Buffer.concat([integers([4, value.length]), Buffer.from(value)]),
      );
      const count = integers([2, 2]);
      const row = [message('T', Buffer.concat([count, ...columns])), message('D', Buffer.concat([count, ...values]))];
      const prepared =
        data.toString('latin1', 0, 1) === 'Q' ? [] : [message('1', Buffer.of()), message('2', Buffer.of())];
      socket.write(Buffer.concat([...prepared, ...row, message('C', Buffer.from('SELECT 1\0')), ready]));
    }
  });
}

function message(type: string, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(type), integers([4, body.length + 4]), body]);
}

function integers(...numbers: [bytes: 2 | 4, value: number][]): Buffer {
  return Buffer.concat(
    numbers.map(([bytes, value]) => {
      const buffer = Buffer.alloc(bytes);
      buffer.writeIntBE(value, 0, bytes);
      return buffer;
    }),
  );
}
