import type { Ctx } from '#lib/api/context.ts';
import { apiKeyCan, PERMISSIONS, permissionsOf } from '#lib/auth/permissions.ts';
import { query } from '#lib/db.ts';
import { env } from '#lib/env.ts';
import { listEnvironments } from '#lib/environments/service.ts';
import type { Me, MeActor } from './schema.ts';

/** Who is calling, where, and what they may do. */
export async function getMe(ctx: Ctx): Promise<Me> {
  const [environments, names] = await Promise.all([listEnvironments(ctx), findNames(ctx)]);
  const environment = environments.find(({ _id }) => _id === ctx.environmentId);
  if (!environment) throw new Error(`The environment ${ctx.environmentId} of this call is gone`);
  const { actor } = ctx;
  return {
    actor: describeActor(ctx, names.actor),
    organization: { _id: ctx.organizationId, name: names.organization },
    environment,
    environments,
    ...(actor.type === 'user' && { role: actor.role }),
    permissions: actor.type === 'user' ? permissionsOf(actor.role) : PERMISSIONS.filter(apiKeyCan),
    serviceName: env().SERVICE_NAME,
  };
}

async function findNames(ctx: Ctx): Promise<{ organization: string; actor: string | null }> {
  const actorId =
    ctx.actor.type === 'user' ? ctx.actor.userId : ctx.actor.type === 'apiKey' ? ctx.actor.apiKeyId : null;
  const [names] = await query<{ organization: string; actor: string | null }>(
    'me-names',
    `SELECT name AS organization,
       COALESCE((SELECT name FROM users WHERE id = $2), (SELECT name FROM api_keys WHERE id = $2)) AS actor
     FROM organizations WHERE id = $1`,
    [ctx.organizationId, actorId],
  );
  return names ?? { organization: '', actor: null };
}

function describeActor({ actor }: Ctx, name: string | null): MeActor {
  const named = name === null ? {} : { name };
  if (actor.type === 'user') return { type: 'user', _id: actor.userId, email: actor.email, ...named };
  if (actor.type === 'apiKey') return { type: 'apiKey', _id: actor.apiKeyId, ...named };
  throw new Error('A background job has no account');
}
