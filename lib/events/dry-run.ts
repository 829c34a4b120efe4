import { authorise } from '#lib/api/authorise.ts';
import type { Ctx } from '#lib/api/context.ts';
import { rehearseTarget } from '#lib/engine/attempt/send.ts';
import { loadCopyLimits } from '#lib/engine/load/copy-limits.ts';
import { loadEnvironment } from '#lib/engine/load/environment.ts';
import { completeNamed } from '#lib/engine/load/named.ts';
import { loadPreferences, loadRecipients } from '#lib/engine/load/runs.ts';
import { type DryRunStart, type DryRunTools, playRun } from '#lib/engine/play-run.ts';
import { env } from '#lib/env.ts';
import { shownValues } from '#lib/environment-variables/values.ts';
import { newId } from '#lib/id.ts';
import type { JsonObject } from '#lib/json/values.ts';
import { createRehearsal } from '#lib/outbound/rehearsal.ts';
import { prisma } from '#lib/postgres/db.ts';
import { reasonFor } from '#lib/reasons/registry.ts';
import { previewLinks } from '#lib/recipient-page/links.ts';
import { renderStep } from '#lib/rendering/render-step.ts';
import type { Recipient } from '#lib/steps/run.ts';
import { findSubscriberId } from '#lib/subscribers/find.ts';
import { UPSERT_FIELDS } from '#lib/subscribers/query.ts';
import type { CreateSubscriberBody } from '#lib/subscribers/schema.ts';
import { loadSuppressions } from '#lib/suppressions/query.ts';
import { draftWorkflow } from '#lib/workflows/drafts.ts';
import { readsMasks, stepsShownTo } from '#lib/workflows/secrets.ts';
import { Severity } from '#lib/workflows/severity.ts';
import { checkEvent } from './check.ts';
import type { DryRunBody, DryRunResult } from './dry-run-schema.ts';
import { dryRunJson, refusedJson, type Subject } from './dry-run-wire.ts';
import { audienceOf } from './recipients.ts';
import { namedIn } from './trigger.ts';
import {
  type DescribedWorkflow,
  describeDraft,
  describeWorkflow,
  type RunnableWorkflow,
} from './triggered-workflow.ts';

/**
 * Returns the result that a trigger for one subscriber would have, from now to its end. The engine decides as for a
 * real run, but writes and sends nothing. Integrations in sandbox mode respond as usual. All other integrations are
 * assumed to accept the message.
 *
 * @throws ApiError 422 if `scheduledAt` is too far in the future; for a draft, the errors of `analyseDraft`.
 */
export async function dryRunEvent(ctx: Ctx, body: DryRunBody, at = new Date()): Promise<DryRunResult> {
  const { environmentId } = ctx;
  const described = await workflowOf(ctx, body);
  const subscriber = await recipientOf(environmentId, body.to, at);
  const checked = await checkEvent(
    { environmentId, body, audience: audienceOf(body.to), topics: new Map(), at },
    described,
  );
  if ('refusal' in checked) return refusedJson(checked.refusal, subscriber, described);
  const used = await usedBefore(environmentId, body.transactionId);
  if (used) return refusedJson(used, subscriber, described);
  const { workflow, payload, scheduledAt } = checked;
  const start = await startOf({ environmentId, body, workflow, payload, subscriber, at });
  const startsAt = scheduledAt ?? at;
  const played = await playRun(start, startsAt, dryRunTools(environmentId));
  return dryRunJson({ ...played, workflow, subscriber, startsAt, isMasked: readsMasks(ctx) });
}

/** Returns the workflow to run: the draft in the body, otherwise the stored workflow. */
async function workflowOf(ctx: Ctx, { name, workflow }: DryRunBody): Promise<RunnableWorkflow | undefined> {
  if (!workflow) return findWorkflow(ctx.environmentId, name);
  authorise(ctx.actor, 'workflows:read');
  const draft = await draftWorkflow(ctx, { ...workflow, workflowId: name });
  // As in previews, rendered content must not contain a secret that the caller may not read.
  const steps = stepsShownTo(ctx, draft.workflow.steps);
  return describeDraft(ctx.environmentId, { ...draft.workflow, steps });
}

async function findWorkflow(environmentId: string, identifier: string): Promise<RunnableWorkflow | undefined> {
  const found = await prisma().workflow.findFirst({
    where: { environmentId, identifier, deletedAt: null },
    select: { id: true },
  });
  return found ? describeWorkflow(environmentId, found.id) : undefined;
}

async function usedBefore(environmentId: string, transaction: string | undefined) {
  if (transaction === undefined) return undefined;
  const used = await prisma().trigger.findFirst({ where: { environmentId, transactionId: transaction } });
  return used ? reasonFor('duplicate_transaction', { transaction, at: used.createdAt.toISOString() }) : undefined;
}

async function recipientOf(environmentId: string, to: DryRunBody['to'], at: Date): Promise<Subject> {
  const given: CreateSubscriberBody = typeof to === 'string' ? { subscriberId: to } : to;
  const { subscriberId } = given;
  const id = await findSubscriberId(environmentId, subscriberId);
  const known = id === undefined ? undefined : (await loadRecipients(environmentId, [id])).get(id);
  const base: Recipient = known ?? { ...UNKNOWN, id: newId(at), subscriberId };
  return { recipient: { ...base, ...givenFields(given) }, isNew: !known };
}

const UNKNOWN = {
  firstName: null,
  lastName: null,
  email: null,
  phone: null,
  avatar: null,
  locale: null,
  timezone: null,
  data: {},
  isOnline: null,
  lastOnlineAt: null,
  channels: [],
} satisfies Partial<Recipient>;

/** Returns the fields that an upsert would set: an absent field keeps the stored value, null clears it. */
function givenFields(given: CreateSubscriberBody): Partial<Recipient> {
  const set = UPSERT_FIELDS.filter((field) => given[field] !== undefined);
  const fields = Object.fromEntries(set.map((field) => [field, given[field]]));
  return { ...fields, ...('data' in fields && { data: given.data ?? {} }) };
}

interface Starting {
  environmentId: string;
  body: DryRunBody;
  workflow: RunnableWorkflow;
  payload: JsonObject;
  subscriber: Subject;
  at: Date;
}

async function startOf({ environmentId, body, workflow, payload, subscriber, at }: Starting): Promise<DryRunStart> {
  const { recipient } = subscriber;
  const [shared, values, preferences, suppressions] = await Promise.all([
    loadEnvironment(environmentId),
    shownValues(environmentId),
    loadPreferences(environmentId, [recipient.id]),
    loadSuppressions(environmentId, [recipient], [body.overrides ?? {}]),
  ]);
  const { steps } = workflow;
  return {
    ...shared,
    // The response shows rendered content, so the dry run uses no secret values.
    environment: { ...shared.environment, variables: { values, secrets: [] } },
    workflow: runWorkflow(workflow, body),
    notification: await notificationOf({ environmentId, body, payload, recipient, at }),
    jobs: steps.map((step, position) => ({
      id: newId(at),
      step,
      status: position === 0 ? 'queued' : 'pending',
      attempts: 0,
      scheduleExtensions: 0,
    })),
    subscriber: recipient,
    preferences: preferences.get(recipient.id) ?? [],
    suppressions,
  };
}

/** Returns the workflow as the engine would load it for a run of this event. */
export function runWorkflow(
  workflow: DescribedWorkflow,
  { name, overrides = {} }: Pick<DryRunBody, 'name' | 'overrides'>,
): DryRunStart['workflow'] {
  const { id, severity, snapshot } = workflow;
  const defaults = { identifier: name, description: '', defaultPreferences: {}, userPreferences: null };
  const overridden = Severity.safeParse(overrides.severity).data;
  const { tags, settings = defaults } = snapshot;
  return { ...settings, id, name: workflow.name, tags, severity: overridden ?? severity };
}

async function notificationOf({
  environmentId,
  body,
  payload,
  recipient,
  at,
}: Omit<Starting, 'workflow' | 'subscriber'> & { recipient: Recipient }): Promise<DryRunStart['notification']> {
  const { contextKeys, actor, tenant, context = {} } = namedIn(body);
  const named: Pick<DryRunStart['notification'], 'actor' | 'context'> = { context, ...(actor && { actor }) };
  await completeNamed(environmentId, [named]);
  if (actor && named.actor) Object.assign(named.actor, withoutUndefined(actor));
  return {
    id: newId(at),
    transactionId: body.transactionId ?? newId(at),
    subscriberId: recipient.id,
    contextKeys,
    payload,
    overrides: body.overrides ?? {},
    ...named,
    context: named.context,
    tenant,
  };
}

function withoutUndefined(fields: object): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/**
 * Returns the tools that play a run from now: digest and throttle windows have their present state, and nothing is
 * sent.
 *
 * @param rehearsal shared by runs that are played together.
 */
export function dryRunTools(environmentId: string, rehearsal = createRehearsal()): DryRunTools {
  return {
    render: renderStep,
    maxSpanDays: env().MAX_SPAN_DAYS,
    copyLimits: loadCopyLimits,
    links: previewLinks,
    send: (target, now) => rehearseTarget(environmentId, target, { now: () => now, rehearsal }),
    async limitWindow(id) {
      const row = await prisma().throttleWindow.findFirst({ where: { environmentId, id } });
      return row ? { count: row.count, endsAt: row.endsAt } : undefined;
    },
    async digestWindow(id) {
      const row = await prisma().digestWindow.findFirst({ where: { environmentId, id } });
      if (!row) return undefined;
      const { openerJobId: jobId, openerNotificationId: notificationId } = row;
      const opener = jobId !== null && notificationId !== null ? { jobId, notificationId } : undefined;
      const [closesAt, lastEventAt] = [row.closesAt ?? undefined, row.lastEventAt ?? undefined];
      return { opener, closesAt, lastEventAt, keptUntil: row.keptUntil ?? undefined };
    },
  };
}
