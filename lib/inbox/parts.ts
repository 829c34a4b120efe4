import { prisma } from '#lib/postgres/db.ts';
import type { Severity } from '#lib/workflows/severity.ts';
import { inboxTimes } from './read-history.ts';
import type { InboxParts } from './schema.ts';
import { completedActions, inboxOf } from './wire.ts';

/** Returns the parts of an in-app message that only its inbox shows. Undefined for messages of other channels. */
export async function inboxPartsOf(
  environmentId: string,
  messageId: string,
  { isWithheld }: { isWithheld: boolean },
): Promise<InboxParts | undefined> {
  const message = await prisma().message.findFirst({
    where: { environmentId, id: messageId, channel: 'in_app' },
    select: { inbox: true, notificationId: true },
  });
  if (!message) return undefined;
  const run = await prisma().notification.findFirst({
    where: { environmentId, id: message.notificationId },
    select: { snapshotId: true },
  });
  const snapshot = run && (await prisma().workflowSnapshot.findFirst({ where: { environmentId, id: run.snapshotId } }));
  const inbox = inboxOf(message);
  return {
    severity: (snapshot?.severity ?? 'none') as Severity,
    completed: completedActions(inbox),
    ...inboxTimes(inbox),
    ...(typeof inbox.avatar === 'string' && !isWithheld && { avatar: inbox.avatar }),
  };
}
