import type { Ctx } from '#lib/api/context.ts';
import { ApiError, fieldError } from '#lib/api/errors.ts';
import { isId } from '#lib/api/wire.ts';
import { audit } from '#lib/audit-log/service.ts';
import { newId } from '#lib/id.ts';
import { requireRecipient } from '#lib/integrations/plain-message.ts';
import { findIntegration } from '#lib/integrations/query.ts';
import type { TrialResult } from '#lib/integrations/trial-schema.ts';
import { json, jsonOrNull, lock, prisma, transaction } from '#lib/postgres/db.ts';
import { type AlertRule as AlertRuleRow, Prisma } from '#prisma/generated/client.ts';
import { conditionOf } from './check.ts';
import type { AlertCondition } from './kinds/registry.ts';
import { testText } from './message.ts';
import { endAlert } from './query.ts';
import { readRecipient, sealRecipient, shownRecipient } from './recipient.ts';
import type {
  AlertPage,
  AlertRule,
  CreateAlertRuleBody,
  ListAlertsQuery,
  QuietHours,
  UpdateAlertRuleBody,
} from './schema.ts';
import { senderOf, sendToRule } from './send.ts';
import { alertWire, type Integrations, phraseOf, ruleWire } from './wire.ts';

/** The maximum number of rules in an environment, because each rule is checked every minute. */
const MAX_RULES = 50;

/** Lists the rules of the environment with their open alerts, by name. */
export async function listAlertRules({ environmentId }: Ctx): Promise<AlertRule[]> {
  const where = { environmentId };
  const rows = await prisma().alertRule.findMany({ where, orderBy: [{ name: 'asc' }, { id: 'asc' }] });
  return wireOf(environmentId, rows);
}

/**
 * @throws ApiError `bad_request` if the environment has the maximum number of rules; `unprocessable` if the rule could
 * not watch or send.
 */
export async function createAlertRule(ctx: Ctx, body: CreateAlertRuleBody): Promise<AlertRule> {
  const { environmentId } = ctx;
  const { condition, to, quietHours, ...named } = body;
  await requireWorking(environmentId, body);
  return transaction(async () => {
    await lock(`alert-rules ${environmentId}`);
    if ((await prisma().alertRule.count({ where: { environmentId } })) >= MAX_RULES)
      throw new ApiError('bad_request', `Too many alert rules: delete one of the ${MAX_RULES} rules first`);
    const at = new Date();
    const id = newId(at);
    const row = await prisma().alertRule.create({
      data: {
        ...{ id, environmentId, ...named, createdAt: at, updatedAt: at },
        condition: json(condition),
        recipient: sealRecipient(to, { environmentId, id }),
        quietHours: jsonOrNull(quietHours),
      },
    });
    await auditRule(ctx, 'create', { after: row });
    return firstOf(environmentId, row);
  });
}

/**
 * Changes a rule. Pausing the rule ends its open alert without a message. After another change, the next check decides
 * whether the open alert ends.
 *
 * @throws ApiError `not_found`; `unprocessable` if the rule could not watch or send, or if the kind of the condition
 * changes.
 */
export async function updateAlertRule(ctx: Ctx, ruleId: string, body: UpdateAlertRuleBody): Promise<AlertRule> {
  const { environmentId } = ctx;
  return transaction(async () => {
    await lock(`alert-rules ${environmentId}`);
    const before = await requireRule(ctx, ruleId);
    const { condition, to, quietHours, ...named } = body;
    // A rule whose integration was deleted can still be paused and renamed.
    if (condition || to !== undefined || named.integrationId)
      await requireWorking(environmentId, changed(before, body));
    const after = await prisma().alertRule.update({
      where: { environmentId_id: { environmentId, id: ruleId } },
      data: {
        ...skipAbsent(named),
        condition: condition ? json(condition) : Prisma.skip,
        recipient: to === undefined ? Prisma.skip : sealRecipient(to, before),
        quietHours: quietHours === undefined ? Prisma.skip : jsonOrNull(quietHours),
        updatedAt: new Date(),
      },
    });
    if (!after.active) await endAlert({ environmentId, ruleId, cause: 'paused', at: new Date() });
    await auditRule(ctx, 'update', { before, after });
    return firstOf(environmentId, after);
  });
}

/** Deletes a rule. Its alerts stay in the history. @throws ApiError `not_found`. */
export async function deleteAlertRule(ctx: Ctx, ruleId: string): Promise<void> {
  const { environmentId } = ctx;
  await transaction(async () => {
    const before = await requireRule(ctx, ruleId);
    await prisma().alertRule.delete({ where: { environmentId_id: { environmentId, id: ruleId } } });
    await endAlert({ environmentId, ruleId, cause: 'deleted', at: new Date() });
    await auditRule(ctx, 'delete', { before });
  });
}

/** Sends a test through the rule’s integration to its recipient, even in quiet hours. @throws ApiError `not_found`. */
export async function testAlertRule(ctx: Ctx, ruleId: string): Promise<TrialResult> {
  const rule = await requireRule(ctx, ruleId);
  const phrase = phraseOf(conditionOf(rule), await integrationsOf(ctx.environmentId, [rule]));
  const begun = performance.now();
  const { result } = await sendToRule(rule, (place) => testText(rule.name, phrase, place));
  const { outcome, message } = result;
  const what = {
    action: 'alert-rules.test',
    resourceType: 'alert-rules',
    resourceId: ruleId,
    resourceLabel: rule.name,
  };
  await audit(ctx, { ...what, after: { outcome, message } });
  return { ...result, durationMs: Math.round(performance.now() - begun) };
}

/** Lists the alerts of the environment, newest first. */
export async function listAlerts(
  { environmentId }: Ctx,
  { limit, after, ruleId }: ListAlertsQuery,
): Promise<AlertPage> {
  if (after !== undefined && !isId(after)) return { data: [], next: null };
  const rows = await prisma().alert.findMany({
    where: { environmentId, id: after ? { lt: after.toLowerCase() } : Prisma.skip, ruleId: ruleId ?? Prisma.skip },
    orderBy: { id: 'desc' },
    take: limit + 1,
  });
  const rules = await prisma().alertRule.findMany({ where: { environmentId }, orderBy: { id: 'asc' } });
  const quiet = new Map(rules.map(({ id, quietHours }) => [id, quietHours as QuietHours | null]));
  const now = new Date();
  const data = rows.slice(0, limit).map((row) => alertWire(row, quiet.get(row.ruleId) ?? null, now));
  return { data, next: rows.length > limit ? (data.at(-1)?._id ?? null) : null };
}

async function requireRule({ environmentId }: Ctx, ruleId: string): Promise<AlertRuleRow> {
  const row = await prisma().alertRule.findFirst({ where: { environmentId, id: ruleId } });
  if (!row) throw new ApiError('not_found', `Alert rule with id ${ruleId} not found`);
  return row;
}

type Checked = Pick<CreateAlertRuleBody, 'condition' | 'integrationId' | 'to'>;

/**
 * Returns the rule after the change. @throws ApiError 422 if the kind of the condition changes, because the history
 * refers to it.
 */
function changed(
  before: AlertRuleRow,
  { condition = conditionOf(before), integrationId, to }: UpdateAlertRuleBody,
): Checked {
  if (condition.kind !== conditionOf(before).kind)
    throw fieldError('condition.kind', 'cannot be changed: create another rule');
  return { condition, integrationId: integrationId ?? before.integrationId, to: to ?? readRecipient(before) };
}

/** @throws ApiError 422 unless the rule can watch and send. */
async function requireWorking(environmentId: string, { condition, integrationId, to }: Checked): Promise<void> {
  if ('integrationId' in condition) await requireWatched(environmentId, condition, integrationId);
  const sender = await findIntegration(environmentId, integrationId);
  if (!sender) throw fieldError('integrationId', 'must be an integration of this environment');
  const sending = senderOf(sender);
  if (!sending) throw fieldError('integrationId', 'must send messages: in-app integrations and agents send none');
  requireRecipient(sending.channel, to);
}

async function requireWatched(
  environmentId: string,
  condition: Extract<AlertCondition, { integrationId: string }>,
  senderId: string,
): Promise<void> {
  const watched = condition.integrationId;
  if (!(await findIntegration(environmentId, watched)))
    throw fieldError('condition.integrationId', 'must be an integration of this environment');
  if (watched === senderId)
    throw fieldError('integrationId', 'must differ from the watched integration, which may be unable to send');
}

function skipAbsent<Fields extends object>(fields: Fields) {
  const present = Object.entries(fields).map(([key, value]) => [key, value ?? Prisma.skip]);
  return Object.fromEntries(present) as { [Key in keyof Fields]: NonNullable<Fields[Key]> | typeof Prisma.skip };
}

interface Change {
  before?: AlertRuleRow;
  after?: AlertRuleRow;
}

async function auditRule(ctx: Ctx, verb: 'create' | 'update' | 'delete', { before, after }: Change): Promise<void> {
  const { id, name } = (after ?? before) as AlertRuleRow;
  await audit(ctx, {
    ...{ action: `alert-rules.${verb}`, resourceType: 'alert-rules', resourceId: id, resourceLabel: name },
    ...(before && { before: auditedRule(before) }),
    ...(after && { after: auditedRule(after) }),
  });
}

function auditedRule(row: AlertRuleRow): object {
  const { name, condition, integrationId, quietHours, active } = row;
  return { name, condition, integrationId, to: shownRecipient(readRecipient(row)), quietHours, active };
}

async function firstOf(environmentId: string, row: AlertRuleRow): Promise<AlertRule> {
  return (await wireOf(environmentId, [row]))[0] as AlertRule;
}

async function wireOf(environmentId: string, rows: readonly AlertRuleRow[]): Promise<AlertRule[]> {
  const integrations = await integrationsOf(environmentId, rows);
  const alerts = await prisma().alert.findMany({
    where: { environmentId, endedAt: null, ruleId: { in: rows.map(({ id }) => id) } },
    orderBy: { id: 'asc' },
  });
  const open = new Map(alerts.map((alert) => [alert.ruleId, alert]));
  const now = new Date();
  return rows.map((row) => ruleWire(row, integrations, open.get(row.id), now));
}

/** Returns the integrations that the rules name, including deleted ones. */
async function integrationsOf(environmentId: string, rows: readonly AlertRuleRow[]): Promise<Integrations> {
  const ids = rows.flatMap((row) => {
    const condition = conditionOf(row);
    return 'integrationId' in condition ? [row.integrationId, condition.integrationId] : [row.integrationId];
  });
  const found = await prisma().integration.findMany({
    where: { environmentId, id: { in: ids } },
    select: { id: true, name: true, channel: true, sandbox: true, deletedAt: true },
    orderBy: { id: 'asc' },
  });
  return new Map(found.map(({ id, ...integration }) => [id, integration]));
}
