import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import pg from 'pg';

/**
 * The strict baseline: node:http, pg and JSON.stringify, without any import from Belfry. It checks the API key and runs
 * one plain statement per request: no channels, no counts, no validation.
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const environments = new Map<string, string>();

createServer(async (request, response) => {
  const environmentId = await authenticate(request.headers.authorization ?? '');
  const body = environmentId && (await answer(environmentId, request));
  response
    .writeHead(body ? 200 : 404, { 'content-type': 'application/json' })
    .end(body ? JSON.stringify(body) : undefined);
}).listen(Number(process.env.PORT), '127.0.0.1', () => process.send?.('ready'));

async function authenticate(authorization: string): Promise<string | undefined> {
  const hash = createHash('sha256').update(authorization.slice('ApiKey '.length)).digest('hex');
  const known = environments.get(hash);
  if (known) return known;
  const [key] = await run('key', 'SELECT environment_id FROM api_keys WHERE hash = $1 AND revoked_at IS NULL', [hash]);
  if (key) environments.set(hash, String(key.environment_id));
  return key && String(key.environment_id);
}

async function answer(environmentId: string, request: IncomingMessage): Promise<object | undefined> {
  const url = new URL(request.url ?? '', 'http://plain');
  const [, , , , id] = url.pathname.split('/');
  if (request.method === 'POST') return upsert(environmentId, JSON.parse(await readBody(request)));
  if (id) return get(environmentId, id);
  return list(environmentId, url.searchParams.get('after') ?? 'ffffffffffffffffffffffff');
}

async function list(environmentId: string, after: string): Promise<object> {
  const text = 'SELECT * FROM subscribers WHERE environment_id = $1 AND id < $2 ORDER BY id DESC LIMIT 11';
  const rows = await run('list', text, [environmentId, after]);
  const data = rows.slice(0, 10);
  return { data, next: rows.length > 10 ? data.at(-1)?.id : null, previous: null };
}

async function get(environmentId: string, subscriberId: string): Promise<object | undefined> {
  const text = 'SELECT * FROM subscribers WHERE environment_id = $1 AND subscriber_id = $2';
  return (await run('get', text, [environmentId, subscriberId]))[0];
}

async function upsert(environmentId: string, body: Record<string, string>): Promise<object | undefined> {
  const rows = await run(
    'upsert',
    `INSERT INTO subscribers (id, environment_id, subscriber_id, first_name, last_name, email, phone, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, now(), now())
     ON CONFLICT (environment_id, subscriber_id) DO UPDATE
       SET first_name = excluded.first_name, last_name = excluded.last_name, email = excluded.email, phone = excluded.phone,
           updated_at = excluded.updated_at, version = subscribers.version + 1
     RETURNING *`,
    [newId(), environmentId, body.subscriberId, body.firstName, body.lastName, body.email, body.phone],
  );
  return rows[0];
}

async function run(name: string, text: string, values: unknown[]): Promise<Record<string, unknown>[]> {
  return (await pool.query({ name, text, values })).rows;
}

let counter = 0;

/** Returns 24 hexadecimal characters, starting with the time. */
function newId(): string {
  const seconds = Math.floor(Date.now() / 1000).toString(16);
  return (
    seconds +
    Math.random().toString(16).slice(2, 12).padEnd(10, '0') +
    (counter++ % 0x1000000).toString(16).padStart(6, '0')
  );
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
