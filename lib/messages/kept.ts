import type { Ctx } from '#lib/api/context.ts';
import { ApiError } from '#lib/api/errors.ts';
import { retentionStart } from '#lib/environments/retention.ts';
import { ID_PATTERN, idFloor } from '#lib/id.ts';
import { prisma } from '#lib/postgres/db.ts';
import type { Message } from '#prisma/generated/client.ts';

/** @throws ApiError `not_found`, also for a message that is older than the environment’s retention. */
export async function requireMessage(ctx: Ctx, messageId: string): Promise<Message> {
  const where = { environmentId: ctx.environmentId, id: messageId };
  const message = (await isKept(ctx, messageId)) ? await prisma().message.findFirst({ where }) : null;
  if (!message) throw notFound(messageId);
  return message;
}

/** Whether a message with this ID would be within the environment’s retention. The message may be missing. */
export async function isKept(ctx: Ctx, id: string): Promise<boolean> {
  return ID_PATTERN.test(id) && id >= idFloor(await retentionStart(ctx.environmentId));
}

export function notFound(messageId: string): ApiError {
  return new ApiError('not_found', `Message with id ${messageId} not found`);
}
