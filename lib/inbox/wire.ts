import type { Ctx } from '#lib/api/context.ts';
import type { JsonObject } from '#lib/json/values.ts';
import { isObject } from '#lib/json/values.ts';
import { withheldInboxItem, withheldRuns } from '#lib/notifications/withheld.ts';
import { prisma } from '#lib/postgres/db.ts';
import type { Severity } from '#lib/workflows/severity.ts';
import type { WorkflowTrigger } from '#lib/workflows/template.ts';
import type { Message, Subscriber, WorkflowSnapshot } from '#prisma/generated/client.ts';
import type { CompletedAction, InboxAction, InboxNotification } from './schema.ts';

/** Reads messages as wire shapes, newest first. Sensitive content is withheld from callers who may not see it. */
export async function inboxNotifications(
  ctx: Ctx,
  subscriber: Subscriber,
  ids: readonly string[],
): Promise<InboxNotification[]> {
  if (ids.length === 0) return [];
  const { environmentId } = ctx;
  const where = { environmentId, id: { in: [...ids] } };
  const messages = await prisma().message.findMany({ where, orderBy: { id: 'desc' } });
  const snapshots = await snapshotsOf(environmentId, messages);
  const isWithheld = await withheldRuns(
    ctx,
    messages.map(({ workflowId }) => workflowId),
  );
  return messages.map((message) => {
    const item = notificationWire(message, subscriber, snapshots.get(message.notificationId));
    return isWithheld(message.workflowId, message.notificationId) ? withheldInboxItem(item) : item;
  });
}

/** Returns the workflow snapshots of the messages' runs, by Notification.id. */
async function snapshotsOf(
  environmentId: string,
  messages: readonly Message[],
): Promise<Map<string, WorkflowSnapshot>> {
  const runs = await prisma().notification.findMany({
    where: { environmentId, id: { in: [...new Set(messages.map(({ notificationId }) => notificationId))] } },
    select: { id: true, snapshotId: true },
  });
  const rows = await prisma().workflowSnapshot.findMany({
    where: { environmentId, id: { in: [...new Set(runs.map(({ snapshotId }) => snapshotId))] } },
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    runs.flatMap(({ id, snapshotId }) => {
      const snapshot = byId.get(snapshotId);
      return snapshot ? [[id, snapshot] as const] : [];
    }),
  );
}

function notificationWire(
  message: Message,
  subscriber: Subscriber,
  snapshot: WorkflowSnapshot | undefined,
): InboxNotification {
  const { subject, content, read, seen, archivedAt, snoozedUntil, firstSeenAt, lastReadAt } = message;
  const { firstName, lastName, avatar, subscriberId } = subscriber;
  const isSnoozed = snoozedUntil !== null && snoozedUntil.getTime() > Date.now();
  return {
    id: message.id,
    transactionId: message.transactionId,
    ...(subject !== null && { subject }),
    body: typeof content === 'string' ? content : '',
    to: {
      id: subscriber.id,
      subscriberId,
      ...(firstName !== null && { firstName }),
      ...(lastName !== null && { lastName }),
      ...(avatar !== null && { avatar }),
    },
    isRead: read,
    isSeen: seen,
    isArchived: archivedAt !== null,
    isSnoozed,
    snoozedUntil: isSnoozed ? snoozedUntil.toISOString() : null,
    deliveredAt: message.deliveredAt.map((at) => at.toISOString()),
    createdAt: message.createdAt.toISOString(),
    readAt: read && lastReadAt ? lastReadAt.toISOString() : null,
    firstSeenAt: firstSeenAt?.toISOString() ?? null,
    archivedAt: archivedAt?.toISOString() ?? null,
    channelType: 'in_app',
    ...contentOf(inboxOf(message)),
    ...workflowOf(message, snapshot),
  };
}

/** Returns the stored content of a message other than its texts, such as its buttons. */
export function inboxOf({ inbox }: Pick<Message, 'inbox'>): JsonObject {
  return isObject(inbox) ? (inbox as JsonObject) : {};
}

function contentOf({ avatar, redirect, primaryAction, secondaryAction, data }: JsonObject) {
  const [primary, secondary] = [actionOf(primaryAction), actionOf(secondaryAction)];
  return {
    ...(typeof avatar === 'string' && { avatar }),
    ...(isObject(redirect) && { redirect: redirect as InboxNotification['redirect'] }),
    ...(primary && { primaryAction: primary }),
    ...(secondary && { secondaryAction: secondary }),
    ...(isObject(data) && { data: data as JsonObject }),
  };
}

/** Returns the call to action (spec 2.10) after a change of the message’s buttons: which one the subscriber completed. */
export function completedCta({ cta }: Pick<Message, 'cta'>, inbox: JsonObject): JsonObject {
  const stored = isObject(cta) ? (cta as JsonObject) : {};
  const [done] = completedActions(inbox);
  const { result: _result, ...action } = isObject(stored.action) ? (stored.action as JsonObject) : {};
  return {
    ...stored,
    action: { ...action, status: done ? 'done' : 'pending', ...(done && { result: { type: done.type } }) },
  };
}

/** Returns the buttons that the subscriber completed, and when. Actions of earlier releases have no time. */
export function completedActions(inbox: JsonObject): CompletedAction[] {
  return (['primary', 'secondary'] as const).flatMap((type) => {
    const { isCompleted, completedAt } = (inbox[`${type}Action`] ?? {}) as JsonObject;
    if (isCompleted !== true) return [];
    return [{ type, ...(typeof completedAt === 'string' && { at: completedAt }) }];
  });
}

function actionOf(stored: unknown): InboxAction | undefined {
  if (!isObject(stored)) return undefined;
  const { label, isCompleted, redirect } = stored as JsonObject;
  return {
    label: typeof label === 'string' ? label : '',
    isCompleted: isCompleted === true,
    ...(isObject(redirect) && { redirect: redirect as InboxAction['redirect'] }),
  };
}

function workflowOf({ workflowId, templateIdentifier }: Message, snapshot: WorkflowSnapshot | undefined) {
  if (!snapshot) return { tags: [], severity: 'none' as const };
  const { name, triggers } = snapshot.template as { name: string; triggers: WorkflowTrigger[] };
  const { critical, tags } = snapshot;
  const severity = snapshot.severity as Severity;
  const identifier = triggers[0]?.identifier ?? templateIdentifier ?? '';
  const id = snapshot.workflowId ?? workflowId ?? '';
  return { tags, severity, workflow: { id, identifier, name, critical, tags, severity } };
}
