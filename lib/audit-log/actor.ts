import type { Actor } from '#lib/api/context.ts';
import { prisma } from '#lib/postgres/db.ts';

/** Returns the ID and the label of an actor for records. The label is an email address, or the name of a key or job. */
export async function actorNames(actor: Actor): Promise<{ actorId: string; actorLabel: string }> {
  if (actor.type === 'user') return { actorId: actor.userId, actorLabel: actor.email };
  if (actor.type === 'system') return { actorId: actor.job, actorLabel: actor.job };
  if (actor.type === 'subscriber') return { actorId: actor.subscriberId, actorLabel: actor.externalSubscriberId };
  const { apiKeyId } = actor;
  const key = await prisma().apiKey.findFirst({ where: { id: apiKeyId }, select: { name: true } });
  return { actorId: apiKeyId, actorLabel: key?.name ?? apiKeyId };
}
