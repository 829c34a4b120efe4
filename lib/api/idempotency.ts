import { createHmac, hash } from 'node:crypto';
import { env } from '#lib/env.ts';
import { transaction } from '#lib/postgres/db.ts';
import type { ApiRequest } from './api-request.ts';
import type { Actor, Ctx } from './context.ts';
import { toApiError } from './error-mapper.ts';
import { ApiError } from './errors.ts';
import { type Claim, type StoredReply, storeReply, takeClaim } from './idempotency-store.ts';
import type { Operation } from './operation.ts';
import { errorReply, type Reply } from './reply.ts';
import { allowRestart, RestartTransaction } from './restart-transaction.ts';

/** The longest accepted `Idempotency-Key`, in characters. */
export const KEY_MAX_LENGTH = 255;

type Work = () => Promise<Reply | Response>;

/**
 * Whether an operation reads `Idempotency-Key`. Operations of the inbox do not: they set a state, so repeating one
 * changes nothing.
 */
export function isKeyed({ idempotent, permission }: Operation, method: string): boolean {
  return (method === 'POST' || method === 'PATCH') && idempotent !== false && permission !== 'subscriber';
}

/**
 * Returns the idempotency key of a request. Undefined for methods other than POST and PATCH, or if the operation opts out.
 */
export function idempotencyKeyOf(operation: Operation, request: Request): string | undefined {
  if (!isKeyed(operation, request.method)) return undefined;
  return request.headers.get('idempotency-key') || undefined;
}

/** @throws ApiError 400 for a key that is too long. */
export function assertKeyLength(key: string | undefined): void {
  if (key === undefined || key.length <= KEY_MAX_LENGTH) return;
  throw new ApiError(
    'bad_request',
    `Idempotency-Key has exceeded the maximum allowed length of ${KEY_MAX_LENGTH} characters`,
  );
}

/**
 * Runs `work` at most once per environment, caller, method, path and `Idempotency-Key`. Without a key, `work` always
 * runs. The reply is stored for 24 hours, in the same transaction as the effects of `work`. `work` may throw
 * `RestartTransaction`.
 *
 * @param inTransaction runs the transaction. Triggers use `hotTransaction`.
 * @throws ApiError 409 while the first request is in progress, 422 when the key was used with another body.
 */
export async function runOnce(
  apiRequest: ApiRequest,
  body: string | Uint8Array,
  work: Work,
  inTransaction = transaction,
): Promise<Reply | Response> {
  const { ctx, idempotencyKey } = apiRequest;
  if (idempotencyKey === undefined || !ctx) return work();
  allowRestart(ctx);
  const claim = claimOf(idempotencyKey, apiRequest, ctx, body);
  return answerOnce({ claim, key: idempotencyKey, apiRequest, work, inTransaction });
}

interface Call {
  claim: Claim;
  key: string;
  apiRequest: ApiRequest;
  work: Work;
  inTransaction: typeof transaction;
}

/** Thrown if the handler failed, to roll its effects back. Its response may still be stored. */
class HandlerFailure extends Error {}

/** Thrown if another request with the key finished between the read and the lock of `takeClaim`. */
class Overtaken extends Error {}

async function answerOnce(call: Call): Promise<Reply> {
  const { claim, key, apiRequest, work, inTransaction } = call;
  try {
    return await inTransaction(() => claimAndAnswer(claim, key, work));
  } catch (error) {
    if (error instanceof Overtaken) return answerOnce(call);
    if (!(error instanceof HandlerFailure)) throw error;
    if (error.cause instanceof RestartTransaction) {
      await error.cause.work();
      return answerOnce(call);
    }
    const failure = toApiError(error.cause);
    if (!isRecorded(failure.status)) throw failure;
    return inTransaction(() => recordFailure(claim, key, errorReply(failure, apiRequest)));
  }
}

async function claimAndAnswer(claim: Claim, key: string, work: Work): Promise<Reply> {
  const { locked, stored } = await takeClaim(claim);
  if (stored) return replay(stored, claim, key);
  if (!locked) throw inProgress(key);
  const answer = await work().catch((cause) => {
    throw new HandlerFailure('', { cause });
  });
  const reply = answer instanceof Response ? await replyOf(answer) : answer;
  if (isRecorded(reply.status) && !(await storeReply(claim, reply))) throw new Overtaken();
  return reply;
}

/**
 * Stores the response of a failed request. If another request stored its response after the rollback, returns that
 * response instead.
 */
async function recordFailure(claim: Claim, key: string, reply: Reply): Promise<Reply> {
  const { locked, stored } = await takeClaim(claim);
  if (stored) return replay(stored, claim, key);
  if (locked) await storeReply(claim, reply);
  return reply;
}

/** Whether a reply is stored: 2xx, and 4xx of the handler, except statuses that may differ on a retry. */
export function isRecorded(status: number): boolean {
  return status < 500 && status !== 401 && status !== 403 && status !== 408 && status !== 429;
}

function replay({ bodyHash, reply }: StoredReply, claim: Claim, key: string): Reply {
  if (bodyHash !== claim.bodyHash) {
    throw new ApiError('unprocessable', `Request with key "${key}" is being reused for a different body`);
  }
  if (!reply)
    throw new ApiError(
      'unprocessable',
      `The request with Idempotency-Key "${key}" was processed, but its stored response cannot be read`,
    );
  return { ...reply, headers: { ...reply.headers, 'idempotency-replay': 'true' } };
}

function inProgress(key: string): ApiError {
  return new ApiError(
    'conflict',
    `Request with key "${key}" is currently being processed. Please retry after 1 second`,
    {
      headers: { 'retry-after': '1' },
    },
  );
}

async function replyOf(response: Response): Promise<Reply> {
  const text = await response.text();
  return { status: response.status, text: text === '' ? null : text, headers: Object.fromEntries(response.headers) };
}

function claimOf(key: string, apiRequest: ApiRequest, ctx: Ctx, body: string | Uint8Array): Claim {
  const path = apiRequest.path.endsWith('/') ? apiRequest.path.slice(0, -1) : apiRequest.path;
  return {
    environmentId: ctx.environmentId,
    scopeHash: hash('sha256', [ctx.environmentId, scopeOf(ctx.actor), apiRequest.request.method, path, key].join('\n')),
    bodyHash: keyedHash(apiRequest.search, body),
  };
}

/** Returns a keyed hash of a request. A plain hash could be used to guess a password in the body. */
function keyedHash(search: string, body: string | Uint8Array): string {
  return createHmac('sha256', env().AUTH_SECRET ?? '')
    .update(`${search}\n`)
    .update(body)
    .digest('base64url');
}

/**
 * Returns the identity of the caller. All API keys of an environment count as one caller, so that a new key can repeat
 * requests of an old one. A user's role is included, so that a user never gets a response that was made for another
 * role.
 */
function scopeOf(actor: Actor): string {
  if (actor.type === 'subscriber') return `subscriber ${actor.subscriberId}`;
  return actor.type === 'user' ? `${actor.userId} ${actor.role}` : actor.type;
}
