/** Raw statements: a single statement reads the record and takes its lock, because every write with a key runs it. */
import { decrypt, encrypt } from '#lib/crypto.ts';
import { logger } from '#lib/logger.ts';
import { query } from '#lib/postgres/db.ts';
import type { Reply } from './reply.ts';

/** The identity of a request with an idempotency key. Two requests with equal claims are repetitions of one request. */
export interface Claim {
  environmentId: string;
  /** SHA-256 of the key, the environment, the caller, the method and the path. */
  scopeHash: string;
  bodyHash: string;
}

export interface StoredReply {
  bodyHash: string;
  /** Undefined if the key that encrypted the reply no longer exists. */
  reply: Reply | undefined;
}

interface Row {
  locked: boolean;
  bodyHash: string | null;
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/**
 * Reads the stored reply of a claim, and tries to lock the claim until the end of this transaction. A crashed process
 * therefore leaves no lock.
 */
export async function takeClaim(claim: Claim): Promise<{ locked: boolean; stored: StoredReply | undefined }> {
  const [row] = await query<Row>(
    'idempotency_claim',
    `SELECT pg_try_advisory_xact_lock($3::bigint) AS locked, r.body_hash AS "bodyHash", r.status, r.headers, r.body
     FROM (SELECT) AS one
     LEFT JOIN idempotency_records r
       ON r.environment_id = $1 AND r.scope_hash = $2 AND r.created_at > now() - interval '24 hours'`,
    [claim.environmentId, claim.scopeHash, lockKey(claim.scopeHash)],
  );
  if (!row || row.bodyHash === null) return { locked: row?.locked ?? false, stored: undefined };
  return { locked: row.locked, stored: { bodyHash: row.bodyHash, reply: replyOf(row, claim) } };
}

/**
 * Stores the reply. The caller must hold the lock of the claim.
 *
 * @returns false if a record exists already, because another request committed between the read and the lock of
 * `takeClaim`.
 */
export async function storeReply(claim: Claim, reply: Reply): Promise<boolean> {
  const { status, headers, text } = reply;
  const body = text === null ? '' : encrypt(text, claim.scopeHash);
  const rows = await query(
    'idempotency_store',
    `INSERT INTO idempotency_records AS r (environment_id, scope_hash, body_hash, status, headers, body, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, now())
     ON CONFLICT (environment_id, scope_hash) DO UPDATE
       SET body_hash = excluded.body_hash, status = excluded.status, headers = excluded.headers, body = excluded.body,
         created_at = excluded.created_at
       WHERE r.created_at AT TIME ZONE 'UTC' <= excluded.created_at AT TIME ZONE 'UTC' - interval '24 hours'
     RETURNING 1`,
    [claim.environmentId, claim.scopeHash, claim.bodyHash, status, JSON.stringify(headers ?? {}), Buffer.from(body)],
  );
  return rows.length > 0;
}

/**
 * Decrypts a stored reply. Replies are encrypted, because they contain personal data and keys that are shown only once.
 */
function replyOf({ status, headers, body }: Row, claim: Claim): Reply | undefined {
  try {
    return { status, text: body.length === 0 ? null : decrypt(body.toString(), claim.scopeHash), headers };
  } catch (error) {
    logger().error({ error }, 'Failed to decrypt the stored response to an idempotent request');
    return undefined;
  }
}

function lockKey(scopeHash: string): string {
  return BigInt.asIntN(64, BigInt(`0x${scopeHash.slice(0, 16)}`)).toString();
}
