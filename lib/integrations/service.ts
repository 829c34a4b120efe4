import type { Ctx } from '#lib/api/context.ts';
import { ApiError } from '#lib/api/errors.ts';
import { audit } from '#lib/audit-log/service.ts';
import { can } from '#lib/auth/permissions.ts';
import { isUniqueViolation, transaction } from '#lib/db.ts';
import { newId } from '#lib/id.ts';
import type { Channel } from '#lib/providers/channel.ts';
import { supportsPrimary } from '#lib/providers/primary.ts';
import { slugify } from '#lib/slug.ts';
import type { IntegrationConfigurations } from './credential-fields.ts';
import { sealCredentials } from './credentials.ts';
import {
  channelState,
  demotePrimary,
  findIntegration,
  type IntegrationRow,
  insertIntegration,
  integrationWire,
  lockChannel,
  promoteToPrimary,
  type SecretsView,
  selectIntegrations,
} from './query.ts';
import type { Integration, IntegrationKind, IntegrationsQuery, StepFilter } from './schema.ts';

/**
 * Spec 4.4: makes the integration the primary one of its channel in the environment.
 *
 * It becomes active, loses its conditions and ranks first. One that is primary already is returned unchanged. Calls for one
 * channel run one after another, so a channel that has a primary never has none or two.
 *
 * @throws ApiError `not_found`; `bad_request` for a channel without primary, and for agent-kind integrations.
 */
export async function setPrimary(ctx: Ctx, integrationId: string, input: IntegrationsQuery = {}): Promise<Integration> {
  const { channel } = await requireIntegration(ctx, integrationId);
  if (!channel || !supportsPrimary(channel)) {
    throw new ApiError('bad_request', `Channel ${channel ?? 'unknown'} does not support primary`);
  }
  const row = await transaction(() => promote(ctx, channel, integrationId));
  return show(ctx, row, input);
}

async function promote(ctx: Ctx, channel: Channel, integrationId: string): Promise<IntegrationRow> {
  await lockChannel(ctx.environmentId, channel);
  const before = await requireIntegration(ctx, integrationId);
  if (before.primary) return before;
  const at = new Date();
  const demotedId = await demotePrimary(ctx.environmentId, channel, integrationId, at);
  const after = await promoteToPrimary(ctx.environmentId, channel, integrationId, at);
  if (!after) throw notFound(integrationId);
  const state = ({ active, primary, conditions }: IntegrationRow) => ({ active, primary, conditions });
  await audit(ctx, {
    action: 'integrations.setPrimary',
    resourceType: 'integrations',
    resourceId: integrationId,
    resourceLabel: after.name,
    before: { ...state(before), primaryIntegrationId: demotedId ?? null },
    after: { ...state(after), primaryIntegrationId: integrationId },
  });
  return after;
}

/** The integrations of the environment, oldest first; only the active ones when asked. Deleted ones are hidden. */
export async function listIntegrations(
  ctx: Ctx,
  input: IntegrationsQuery & { activeOnly?: boolean } = {},
): Promise<Integration[]> {
  const rows = await selectIntegrations(ctx.environmentId, input);
  const secrets = secretsView(ctx, input);
  if (secrets === 'open' && rows.length > 0) {
    await audit(ctx, {
      action: 'integrations.revealCredentials',
      resourceType: 'integrations',
      resourceId: '*',
      after: { integrationIds: rows.map((row) => row.id) },
    });
  }
  return rows.map((row) => integrationWire(row, ctx.organizationId, secrets));
}

/**
 * One integration.
 * @throws ApiError `not_found`.
 */
export async function getIntegration(
  ctx: Ctx,
  integrationId: string,
  input: IntegrationsQuery = {},
): Promise<Integration> {
  return show(ctx, await requireIntegration(ctx, integrationId), input);
}

export interface CreateIntegrationInput {
  name: string;
  /** @default made from the name */
  identifier?: string;
  /** Neutral. */
  providerId: string;
  /** Absent for agent-kind integrations. */
  channel?: Channel;
  kind?: IntegrationKind;
  /** Plain; secrets are sealed here. */
  credentials?: Record<string, unknown>;
  configurations?: IntegrationConfigurations;
  active?: boolean;
  /** Takes the mark from the channel's primary. The first active one of a channel with primary gets it anyway. */
  primary?: boolean;
  conditions?: StepFilter[];
  sandbox?: boolean;
  connected?: boolean;
}

/**
 * Stores a new integration.
 * @throws ApiError `conflict` when the identifier is taken.
 */
export async function createIntegration(ctx: Ctx, input: CreateIntegrationInput): Promise<Integration> {
  const row = await transaction(() => insert(ctx, input)).catch((error: unknown) => {
    if (!isUniqueViolation(error, 'integrations_identifier')) throw error;
    throw new ApiError('conflict', `Integration with identifier ${input.identifier} already exists`);
  });
  return integrationWire(row, ctx.organizationId, canSeeSecrets(ctx) ? 'masked' : 'none');
}

async function insert(ctx: Ctx, input: CreateIntegrationInput): Promise<IntegrationRow> {
  const at = new Date();
  const id = newId(at);
  const { channel, active = false } = input;
  const owner = { environmentId: ctx.environmentId, integrationId: id };
  const row: IntegrationRow = {
    id,
    environment_id: ctx.environmentId,
    name: input.name,
    identifier: input.identifier ?? `${slugify(input.name) || 'integration'}-${id.slice(-6)}`,
    provider_id: input.providerId,
    channel: channel ?? null,
    kind: input.kind ?? 'delivery',
    credentials: sealCredentials(input.credentials ?? {}, owner),
    configurations: input.configurations ? sealCredentials(input.configurations, owner) : null,
    active,
    primary: false,
    priority: 0,
    conditions: input.conditions ?? [],
    sandbox: input.sandbox ?? false,
    connected: input.connected ?? false,
  };
  if (channel && active) await lockChannel(ctx.environmentId, channel);
  const state = channel && active ? await channelState(ctx.environmentId, channel) : undefined;
  await insertIntegration({ ...row, priority: state?.nextPriority ?? 0 }, at);
  await audit(ctx, {
    action: 'integrations.create',
    resourceType: 'integrations',
    resourceId: id,
    resourceLabel: row.name,
    after: integrationWire(row, ctx.organizationId, 'masked'),
  });
  const becomesPrimary =
    supportsPrimary(channel) && (input.primary || (state && !state.hasPrimary && row.conditions.length === 0));
  return channel && becomesPrimary ? promote(ctx, channel, id) : row;
}

async function requireIntegration(ctx: Ctx, integrationId: string): Promise<IntegrationRow> {
  const row = await findIntegration(ctx.environmentId, integrationId);
  if (!row) throw notFound(integrationId);
  return row;
}

function notFound(integrationId: string): ApiError {
  return new ApiError('not_found', `Integration with id ${integrationId} not found`);
}

/** The wire form for this caller; a read of secrets leaves an audit record. */
async function show(ctx: Ctx, row: IntegrationRow, input: IntegrationsQuery): Promise<Integration> {
  const secrets = secretsView(ctx, input);
  if (secrets === 'open') {
    await audit(ctx, {
      action: 'integrations.revealCredentials',
      resourceType: 'integrations',
      resourceId: row.id,
      resourceLabel: row.name,
    });
  }
  return integrationWire(row, ctx.organizationId, secrets);
}

function secretsView(ctx: Ctx, input: IntegrationsQuery): SecretsView {
  if (!canSeeSecrets(ctx)) return 'none';
  return input.credentials === 'masked' ? 'masked' : 'open';
}

/** Spec 5: never an API key; of people those whose role may. */
function canSeeSecrets({ actor }: Ctx): boolean {
  return actor.type === 'user' && can(actor.role, 'integrations:credentials');
}
