import type { Actor, Ctx } from '#lib/api/context.ts';
import { may } from '#lib/auth/may.ts';
import { PERMISSIONS } from '#lib/auth/permissions.ts';
import { env } from '#lib/env.ts';
import { listEnvironments } from '#lib/environments/service.ts';
import { prisma } from '#lib/postgres/db.ts';
import type { Me, MeActor, MeEnvironment } from './schema.ts';

/** Returns the caller, the environment, and the permissions. */
export async function getMe(ctx: Ctx): Promise<Me> {
  const [environments, names] = await Promise.all([findEnvironments(ctx), findNames(ctx)]);
  const environment = environments.find(({ _id }) => _id === ctx.environmentId);
  if (!environment) throw new Error(`The environment ${ctx.environmentId} was deleted`);
  const { actor } = ctx;
  return {
    actor: describeActor(ctx, names.actor),
    organization: { _id: ctx.organizationId, ...names.organization },
    environment,
    environments,
    ...(actor.type === 'user' && { role: actor.role }),
    permissions: PERMISSIONS.filter((permission) => may(actor, permission)),
    serviceName: env().SERVICE_NAME,
  };
}

async function findEnvironments(ctx: Ctx): Promise<MeEnvironment[]> {
  const environments = await listEnvironments(ctx);
  // In-app messages are never sent to a provider.
  const groups = await prisma().integration.groupBy({
    by: ['environmentId', 'sandbox'],
    where: {
      environmentId: { in: environments.map(({ _id }) => _id) },
      channel: { not: 'in_app' },
      active: true,
      deletedAt: null,
    },
  });
  return environments.map((each) => {
    const modes = groups.filter(({ environmentId }) => environmentId === each._id);
    return { ...each, sandboxed: modes.length > 0 && modes.every(({ sandbox }) => sandbox) };
  });
}

const settings = { name: true, twoStepRequired: true, signInProviderRequired: true };

async function findNames({ organizationId, actor }: Ctx) {
  const [organization, caller] = await Promise.all([
    prisma().organization.findFirst({ where: { id: organizationId }, select: settings }),
    findActor(actor),
  ]);
  const missing = { name: '', twoStepRequired: false, signInProviderRequired: false };
  return { organization: organization ?? missing, actor: caller?.name ?? null };
}

async function findActor(actor: Actor): Promise<{ name: string } | null> {
  const select = { name: true };
  if (actor.type === 'user') return prisma().user.findFirst({ where: { id: actor.userId }, select });
  return actor.type === 'apiKey' ? prisma().apiKey.findFirst({ where: { id: actor.apiKeyId }, select }) : null;
}

function describeActor({ actor }: Ctx, name: string | null): MeActor {
  const named = name === null ? {} : { name };
  if (actor.type === 'user') return { type: 'user', _id: actor.userId, email: actor.email, ...named };
  if (actor.type === 'apiKey') return { type: 'apiKey', _id: actor.apiKeyId, ...named };
  throw new Error('A background job has no account');
}
