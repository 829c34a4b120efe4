import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { Ctx } from '#lib/api/context.ts';
import { storeReply, takeClaim } from '#lib/api/idempotency-store.ts';
import { triggerBulk } from '#lib/events/bulk.ts';
import { triggerEvent } from '#lib/events/trigger.ts';
import { listMessages } from '#lib/messages/service.ts';
import { listNotifications } from '#lib/notifications/service.ts';
import { query as run, transaction } from '#lib/postgres/db.ts';
import { createSubscriber, getSubscriber, searchSubscribers } from '#lib/subscribers/service.ts';
import { getWorkflow } from '#lib/workflows/service.ts';

/**
 * The baseline: a bare node:http server that checks the key and runs the same prepared statements, without routing,
 * validation, sessions, limits, metrics or logs. The difference from the service is the cost of all of these.
 */
const callers = new Map<string, Ctx>();

createServer(async (request, response) => {
  try {
    const ctx = await authenticate(request.headers.authorization ?? '');
    const url = new URL(request.url ?? '', 'http://bare');
    const json = ctx && (await answerOnce(ctx, request, url));
    response.writeHead(json ? 200 : 404, { 'content-type': 'application/json' }).end(json);
  } catch (error) {
    if (!request.destroyed) console.error(error); // a client that disconnects during a request is not an error
    response.destroy();
  }
}).listen(Number(process.env.PORT), '127.0.0.1', () => process.send?.('ready'));

async function authenticate(authorization: string): Promise<Ctx | undefined> {
  const hash = createHash('sha256').update(authorization.slice('ApiKey '.length)).digest('hex');
  const known = callers.get(hash);
  if (known) return known;
  const [key] = await run<{ id: string; environment_id: string; organization_id: string }>(
    'bare-key',
    `SELECT k.id, k.environment_id, e.organization_id FROM api_keys k JOIN environments e ON e.id = k.environment_id
     WHERE k.hash = $1 AND k.revoked_at IS NULL`,
    [hash],
  );
  if (!key) return undefined;
  const actor = { type: 'apiKey', apiKeyId: key.id, scope: 'all', canPublish: false } as const;
  const ctx: Ctx = { organizationId: key.organization_id, environmentId: key.environment_id, actor, requestId: 'bare' };
  callers.set(hash, ctx);
  return ctx;
}

/** Adds the statements for an idempotency key around the work. */
async function answerOnce(ctx: Ctx, request: IncomingMessage, url: URL): Promise<string | undefined> {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string') return answer(ctx, request, url);
  const scopeHash = createHash('sha256').update(key).digest('hex');
  const claim = { environmentId: ctx.environmentId, scopeHash, bodyHash: scopeHash };
  return transaction(async () => {
    await takeClaim(claim);
    const json = await answer(ctx, request, url);
    if (json) await storeReply(claim, { status: 201, text: json, headers: {} });
    return json;
  });
}

async function answer(ctx: Ctx, request: IncomingMessage, url: URL): Promise<string | undefined> {
  const query = Object.fromEntries(url.searchParams);
  const limit = Number(query.limit ?? 10);
  const page = Number(query.page ?? 0);
  const [, , , noun, id] = url.pathname.split('/');
  if (noun === 'subscribers' && request.method === 'POST')
    return createSubscriber(ctx, JSON.parse(await readBody(request)));
  if (noun === 'subscribers' && id) return getSubscriber(ctx, id);
  if (noun === 'subscribers') {
    return searchSubscribers(ctx, {
      ...query,
      limit,
      orderBy: '_id',
      orderDirection: 'DESC',
      includeCursor: undefined,
    });
  }
  if (noun === 'events') {
    const body = JSON.parse(await readBody(request));
    return text(await (body.events ? triggerBulk(ctx, body) : triggerEvent(ctx, body)));
  }
  if (noun === 'messages') return listMessages(ctx, { ...query, page, limit } as never);
  if (noun === 'notifications') return listNotifications(ctx, { ...query, page, limit } as never);
  if (noun === 'workflows' && id) return text((await getWorkflow(ctx, id)).text);
  return undefined;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
