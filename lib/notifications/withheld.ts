/**
 * Sensitive content: the payload and rendered content of a workflow that is marked as sensitive are withheld from most
 * callers. This file decides which content is withheld from which callers. Every response with runs, messages or their
 * reasons uses it.
 *
 * - An API key with the scope `all` receives everything, as the interface requires. Other keys receive no sensitive
 *   content.
 * - A person receives no sensitive content, in lists and elsewhere, whatever the role.
 * - A person with `messages:content` may reveal one run or one message at a time, which is audited.
 *
 * The current mark of the workflow counts, even after its deletion: marking a workflow also protects earlier runs.
 * Removing the mark opens only runs that are triggered afterwards.
 */

import { authorise } from '#lib/api/authorise.ts';
import type { Ctx } from '#lib/api/context.ts';
import { audit } from '#lib/audit-log/service.ts';
import { may } from '#lib/auth/may.ts';
import type { InboxNotification } from '#lib/inbox/schema.ts';
import type { Message } from '#lib/messages/schema.ts';
import { prisma } from '#lib/postgres/db.ts';
import { detailOf, parseReason } from '#lib/reasons/registry.ts';
import type { WireReason } from '#lib/reasons/schema.ts';
import { WITHHELD } from '#lib/reasons/withheld.ts';
import type { ExecutionDetail, Job, Notification } from './schema.ts';
import { isMarked, isSensitiveRun, type Mark } from './sensitive-mark.ts';

/** Whether sensitive content is withheld from the caller. */
export function isWithheldFrom({ actor }: Pick<Ctx, 'actor'>): boolean {
  return actor.type === 'user' || (actor.type === 'apiKey' && !may(actor, 'messages:content'));
}

/** Whether the content of a workflow's run (Workflow.id, Notification.id) is withheld from the caller. */
export type IsWithheld = (workflowId: string | null | undefined, runId: string) => boolean;

/** Returns the check for runs of these workflows. Makes no query if the caller may see sensitive content. */
export async function withheldRuns(
  ctx: Pick<Ctx, 'actor' | 'environmentId'>,
  workflowIds: Iterable<string | null | undefined>,
): Promise<IsWithheld> {
  const shown = await workflowsShown(ctx, workflowIds);
  return (workflowId, runId) => isSensitiveRun(shown.get(workflowId ?? null), runId);
}

/** Returns names and sensitive marks of workflows, by Workflow.id. Empty if the caller may see sensitive content. */
export async function workflowsShown(
  ctx: Pick<Ctx, 'actor' | 'environmentId'>,
  workflowIds: Iterable<string | null | undefined>,
): Promise<ReadonlyMap<string | null, Mark & { id: string; name: string }>> {
  const ids = [...new Set(workflowIds)].filter((id): id is string => typeof id === 'string');
  if (!isWithheldFrom(ctx) || ids.length === 0) return new Map();
  const where = { environmentId: ctx.environmentId, id: { in: ids } };
  const select = { id: true, name: true, isSensitive: true, sensitiveUntil: true } as const;
  const rows = await prisma().workflow.findMany({ where, select });
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns the SQL condition that content of a run is not withheld, for searches in content. */
export function isOpenRun(workflowId: string, runId: string, environment = '$1'): string {
  return `NOT EXISTS (SELECT 1 FROM workflows x WHERE x.environment_id = ${environment} AND x.id = ${workflowId} AND ${isMarked('x', runId)})`;
}

/**
 * Records in the audit log that the caller revealed the content of one run or message.
 *
 * @throws ApiError `forbidden` for a person without `messages:content`.
 */
export async function recordReveal(
  ctx: Ctx,
  resourceType: 'notifications' | 'messages',
  resourceId: string,
): Promise<void> {
  authorise(ctx.actor, 'messages:content');
  await audit(ctx, { action: `${resourceType}.reveal`, resourceType, resourceId });
}

/** Returns a run without payload, overrides, rendered content, provider requests and responses, and evidence that may quote them. */
export function withheldRun<Run extends Partial<Notification>>(run: Run): Run {
  const { payload: _payload, controls: _controls, ...rest } = run;
  return { ...rest, ...(run.jobs && { jobs: run.jobs.map(withheldJob) }), withheld: true } as unknown as Run;
}

function withheldJob({ payload: _payload, overrides: _overrides, ...job }: Job): Job {
  const { digest, reason } = job;
  return {
    ...job,
    executionDetails: job.executionDetails?.map(withheldDetail),
    // Only the content of the events is withheld, not their number.
    ...(digest?.events && { digest: { ...digest, events: digest.events.map(() => ({})) } }),
    ...(reason && { reason: withheldReason(reason) }),
  };
}

function withheldDetail({ raw: _raw, ...detail }: ExecutionDetail): ExecutionDetail {
  if (!detail.reason) return detail;
  const reason = withheldReason(detail.reason);
  const parsed = parseReason(reason);
  return { ...detail, reason, detail: parsed ? detailOf(parsed).detail : detail.detail };
}

/** Returns a message without its content, its payload and overrides, and its provider's response. */
export function withheldMessage(message: Message): Message {
  const {
    content: _content,
    subject: _subject,
    title: _title,
    payload: _payload,
    overrides: _overrides,
    ...rest
  } = message;
  const { errorText, reason, ...open } = rest;
  return {
    ...open,
    cta: {},
    ...(errorText !== undefined && { errorText: WITHHELD }),
    ...(reason && { reason: withheldReason(reason) }),
    withheld: true,
  };
}

/** Returns an in-app message in its inbox form without its content. */
export function withheldInboxItem(item: InboxNotification): InboxNotification {
  const { subject: _subject, avatar: _avatar, redirect: _redirect, data: _data, ...rest } = item;
  const { primaryAction, secondaryAction, ...open } = rest;
  const button = (action: typeof primaryAction) => action && { label: WITHHELD, isCompleted: action.isCompleted };
  return {
    ...open,
    body: '',
    ...(primaryAction && { primaryAction: button(primaryAction) }),
    ...(secondaryAction && { secondaryAction: button(secondaryAction) }),
    withheld: true,
  };
}

/** Evidence fields that may quote content, payload or a provider's response, with their replacements. */
const QUOTING: Record<string, unknown> = { values: WITHHELD, value: WITHHELD, problem: WITHHELD, words: WITHHELD };

/** Returns a reason without evidence that may quote content. Its code and other evidence stay. */
export function withheldReason<Reason extends Pick<WireReason, 'evidence'>>(reason: Reason): Reason {
  const evidence = Object.entries(reason.evidence).map(([field, value]) => [
    field,
    Object.hasOwn(QUOTING, field) ? QUOTING[field] : value,
  ]);
  return { ...reason, evidence: Object.fromEntries(evidence) };
}
