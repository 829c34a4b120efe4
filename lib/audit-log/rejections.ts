/** Raw statement: it either creates an entry or increases the entry's count, in one step. */
import type { Ctx } from '#lib/api/context.ts';
import { derivedId, idFloor } from '#lib/id.ts';
import { logger } from '#lib/logger.ts';
import { lock, prisma, query, transaction } from '#lib/postgres/db.ts';
import { actorNames } from './actor.ts';
import type { AuditInput } from './service.ts';

/** Milliseconds after a rejection in which further equal rejections are counted in the same entry. */
const WINDOW_MS = 15 * 60_000;

/** The actor of entries about rejected sign-ins. The person is unknown. */
const SIGN_IN = { type: 'system', job: 'sign-in' } as const;

/**
 * Logs a rejected sign-in, and counts it in the audit log of the organizations of the account. Never throws.
 *
 * @param isLimited whether the sign-in was rejected after too many failures, without verifying the password
 */
export async function recordRejectedSignIn(
  { email, address, requestId }: RejectedAttempt,
  isLimited: boolean,
): Promise<void> {
  await record(async () => {
    const userId = await countForAccount('sessions.reject', { email, address, requestId });
    logger().warn({ userId, isRateLimited: isLimited, address, requestId }, 'Rejected a sign-in');
  });
}

/** Logs a rejected code of two-step sign-in, and counts it like `recordRejectedSignIn`. Never throws. */
export async function recordRejectedCode(from: RejectedAttempt): Promise<void> {
  await record(async () => {
    const userId = await countForAccount('sessions.rejectCode', from);
    logger().warn({ userId, address: from.address, requestId: from.requestId }, 'Rejected a two-step sign-in code');
  });
}

/** Logs a rejected sign-in through a provider, and counts it in the organization of the provider. Never throws. */
export async function recordRejectedIdentity(
  provider: { id: string; organizationId: string; name: string } | null,
  { problem, cause }: { problem: string; cause?: unknown },
  { address, requestId }: Omit<RejectedAttempt, 'email'>,
): Promise<void> {
  await record(async () => {
    const error = cause instanceof Error ? `${cause.name}: ${cause.message}` : undefined;
    logger().warn(
      { signInProviderId: provider?.id, problem, error, address, requestId },
      'Rejected a sign-in from an identity provider',
    );
    if (!provider) return;
    const ctx = { organizationId: provider.organizationId, environmentId: '', actor: SIGN_IN, requestId, address };
    const resource = { resourceType: 'sign-in-providers', resourceId: provider.id };
    const resourceLabel = `${provider.name} (${problem.replaceAll('_', ' ')})`;
    await count(ctx, { action: 'sign-in-providers.reject', ...resource, resourceLabel });
  });
}

interface RejectedAttempt {
  email: string;
  address: string | undefined;
  requestId: string;
}

/** Counts a rejection in each organization of the account. Returns the user's ID. */
async function countForAccount(
  action: string,
  { email, address, requestId }: RejectedAttempt,
): Promise<string | undefined> {
  const where = { email: email.toLowerCase() };
  const members = { select: { organizationId: true } };
  const user = await prisma().user.findFirst({ where, select: { id: true, members } });
  for (const { organizationId } of user?.members ?? []) {
    const ctx = { organizationId, environmentId: '', actor: SIGN_IN, requestId, address };
    const resource = { resourceType: 'sessions', resourceId: user?.id ?? '', resourceLabel: email };
    await count(ctx, { action, ...resource });
  }
  return user?.id;
}

/**
 * Logs that a user lacked the permission for an operation, and counts it in the audit log. Never throws.
 *
 * @param operation the denied operation as a verb phrase: "delete a workflow"
 */
export async function recordDenial(ctx: Ctx, operation: string): Promise<void> {
  const { actor, requestId, address } = ctx;
  if (actor.type !== 'user') return;
  logger().warn({ userId: actor.userId, role: actor.role, operation, requestId, address }, 'Permission denied');
  await record(() =>
    count(ctx, { action: 'users.denied', resourceType: 'users', resourceId: actor.userId, resourceLabel: operation }),
  );
}

/** Runs `work` and logs its errors, so that the response to the caller does not depend on the record. */
async function record(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    logger().error({ error }, 'Failed to record a rejected sign-in or operation in the audit log');
  }
}

/**
 * Counts a rejection in the entry of the first equal rejection within the window, otherwise in a new entry. The entry
 * has the time of its first rejection. Only equal rejections share the lock, and they would wait for the row of their
 * entry anyway.
 */
async function count(ctx: Ctx, { action, resourceType, resourceId, resourceLabel }: AuditInput): Promise<void> {
  const { organizationId, actor, requestId, address = null } = ctx;
  const { actorId, actorLabel } = await actorNames(actor);
  const content = JSON.stringify([organizationId, actorId, action, resourceId, resourceLabel, address]);
  await transaction(async () => {
    await lock(`rejections of ${content}`);
    const at = new Date();
    const id = derivedId(at, content);
    await query('audit-log-count', COUNT, [
      id,
      organizationId,
      actor.type,
      actorId,
      actorLabel,
      action,
      resourceType,
      resourceId,
      resourceLabel,
      at.toISOString(),
      requestId,
      address,
      at,
      idFloor(new Date(at.getTime() - WINDOW_MS)),
    ]);
  });
}

/** The last 12 characters of the ID are derived from the content, so they are the same for equal rejections. */
const COUNT = `INSERT INTO audit_log AS a (id, organization_id, actor_type, actor_id, actor_label, action, resource_type,
    resource_id, resource_label, after, request_id, address, created_at)
  VALUES (
    coalesce(
      (SELECT e.id FROM audit_log e WHERE e.organization_id = $2 AND e.actor_id = $4 AND e.action = $6 AND e.id >= $14
         AND right(e.id, 12) = right($1, 12) ORDER BY e.id DESC LIMIT 1),
      $1
    ),
    $2, $3, $4, $5, $6, $7, $8, $9, jsonb_build_object('times', 1, 'last', $10::text), $11, $12, $13)
  ON CONFLICT (id) DO UPDATE
  SET after = jsonb_build_object('times', (a.after ->> 'times')::integer + 1, 'last', $10::text)`;
