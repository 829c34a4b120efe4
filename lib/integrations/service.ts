import type { Ctx } from '#lib/api/context.ts';
import { ApiError, type FieldErrors, fieldError } from '#lib/api/errors.ts';
import { isStale, tagged } from '#lib/api/etag.ts';
import type { RawJson } from '#lib/api/operation.ts';
import { audit } from '#lib/audit-log/service.ts';
import { can } from '#lib/auth/permissions.ts';
import { ifReadable } from '#lib/crypto.ts';
import { listEnvironments } from '#lib/environments/service.ts';
import { endObsoleteSwitch } from '#lib/gradual-switch/running.ts';
import { newId } from '#lib/id.ts';
import { prisma, transaction } from '#lib/postgres/db.ts';
import { isUniqueViolation } from '#lib/postgres/db-error.ts';
import { findProvider } from '#lib/providers/catalogue/catalogue.ts';
import type { CredentialField, Provider } from '#lib/providers/provider.ts';
import { toWireName } from '#lib/providers/service-name.ts';
import { slugify } from '#lib/text/slug.ts';
import { certificateEnd } from './certificate-end.ts';
import { formatProblems } from './credential-formats.ts';
import {
  type Credentials,
  type CredentialsOwner,
  lacksCredential,
  maskChanges,
  openCredentials,
  resealCredentials,
} from './credentials.ts';
import { endOutageWithoutAttempts } from './end-outage.ts';
import { mailboxProblems, withoutMailboxSecrets } from './mailbox-problems.ts';
import {
  channelState,
  findIntegration,
  type IntegrationRow,
  insertIntegration,
  integrationWire,
  lastChange,
  lockChannel,
  lockIntegration,
  type SecretsView,
  saveIntegration,
  selectIntegrations,
  softDeleteIntegration,
} from './query.ts';
import { beginQuota } from './quota.ts';
import {
  credentialProblems,
  IDENTIFIER_TAKEN,
  identityProblems,
  limitProblems,
  needsCredentials,
  nextPrimaryAndPriority,
} from './rules.ts';
import type { CreateIntegrationBody, Integration, IntegrationsQuery, UpdateIntegrationBody } from './schema.ts';
import { tlsProblems } from './tls-problems.ts';

/**
 * Returns the integrations of the environment, oldest first. `activeOnly` omits inactive integrations. Deleted
 * integrations are always omitted.
 */
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
  return rows.map((row) => prioritised(row, ctx.organizationId, secrets));
}

/**
 * Returns one integration as JSON.
 * @throws ApiError `not_found`.
 */
export async function getIntegration(ctx: Ctx, integrationId: string, input: IntegrationsQuery = {}): Promise<RawJson> {
  return show(ctx, await requireIntegration(ctx, integrationId), input);
}

/**
 * Stores a new integration and returns it as JSON. Defaults: the provider's name, an identifier derived from the name, and
 * the kind `delivery`. The first active integration of a channel that supports a primary becomes primary, unless it has
 * conditions.
 *
 * A taken identifier is a 422, not a 409, because clients retry a 409 for up to an hour and this error is permanent.
 *
 * @throws ApiError `unprocessable` if kind or channel do not fit the provider, the identifier is taken, a mask is given for
 * a secret, a required credential is missing while active, a credential is malformed, or a rate limit or quota is given for
 * in-app or an agent; `forbidden` for an environment that is not the caller's.
 */
export async function createIntegration(
  ctx: Ctx,
  input: CreateIntegrationBody,
  view: IntegrationsQuery = {},
): Promise<RawJson> {
  const scope = await inNamedEnvironment(ctx, input._environmentId);
  return show(scope, await transaction(() => insert(scope, input)), view);
}

async function insert(ctx: Ctx, input: CreateIntegrationBody): Promise<IntegrationRow> {
  const provider = requireProvider(input);
  const { channel } = provider;
  const at = new Date();
  const id = newId(at);
  const name = input.name ?? provider.displayName;
  const blank: IntegrationRow = {
    id,
    environmentId: ctx.environmentId,
    name,
    identifier: `${slugify(name) || 'integration'}-${id.slice(-6)}`,
    providerId: provider.id,
    channel: channel ?? null,
    kind: provider.kind,
    credentials: {},
    configurations: null,
    active: false,
    primary: false,
    priority: 0,
    conditions: [],
    sandbox: false,
    messagesPerSecond: null,
    messagesPerDay: null,
    credentialsEndOn: null,
    certificateEndsAt: null,
    connected: channel === 'in_app' && (await hasConnectedInbox(ctx.environmentId)),
    updatedAt: at,
  };
  if (channel) await lockChannel(ctx.environmentId, channel);
  const row = await changed(ctx, blank, input);
  if (!(await insertIntegration(row))) throw identifierTaken();
  await audit(ctx, auditOf('integrations.create', row, { after: integrationWire(row, ctx.organizationId, 'masked') }));
  return row;
}

/**
 * Whether an inbox is in use. It shows the messages of all in-app integrations, so a new integration is connected
 * immediately.
 */
async function hasConnectedInbox(environmentId: string): Promise<boolean> {
  const where = { environmentId, channel: 'in_app', connected: true, deletedAt: null };
  return (await prisma().integration.count({ where })) > 0;
}

/** Returns the provider of a new integration. @throws ApiError 422 if kind or channel do not fit the provider. */
function requireProvider({ providerId, kind = 'delivery', channel }: CreateIntegrationBody): Provider {
  const provider = findProvider(providerId);
  if (!provider) throw fieldError('providerId', 'must be a provider of the catalogue');
  const problems = identityProblems({ kind, channel }, provider);
  if (problems) throw invalid(problems);
  return provider;
}

/**
 * Changes the given fields and returns the integration as JSON. `credentials` and `configurations` are replaced as a
 * whole, except that a mask keeps the stored secret. An integration that is deactivated or gets conditions is no longer
 * primary, and no other integration replaces it. An integration that is activated in a channel without a primary
 * integration becomes primary.
 *
 * @param ifMatch the version that the caller knows. Without it, the last write wins.
 * @throws ApiError `not_found`; `precondition_failed` if the version is outdated, with author and time of the change;
 * `unprocessable` as `createIntegration`, and for another provider, channel or kind; `forbidden` as
 * `createIntegration`.
 */
export async function updateIntegration(
  ctx: Ctx,
  integrationId: string,
  input: UpdateIntegrationBody,
  { ifMatch, ...view }: IntegrationsQuery & { ifMatch?: string | undefined } = {},
): Promise<RawJson> {
  const scope = await inNamedEnvironment(ctx, input._environmentId);
  const row = await transaction(() => update(scope, integrationId, input, ifMatch)).catch((error: unknown) => {
    throw isUniqueViolation(error, 'integrations_identifier') ? identifierTaken() : error;
  });
  return show(scope, row, view);
}

async function update(
  ctx: Ctx,
  integrationId: string,
  input: UpdateIntegrationBody,
  ifMatch: string | undefined,
): Promise<IntegrationRow> {
  const before = await lockCurrent(ctx, integrationId, ifMatch);
  assertSameIdentity(before, input);
  const at = new Date();
  const after = await saveIntegration(await changed(ctx, before, input), at);
  if (before.messagesPerDay === null && after.messagesPerDay !== null) await beginQuota(after, at);
  await endOutageWithoutAttempts(after, at);
  await audit(ctx, auditOf('integrations.update', after, maskedStates(ctx, before, after)));
  await endObsoleteSwitch(ctx, after.channel);
  return after;
}

/** Checks that an update keeps the provider. @throws ApiError 422 for a change of provider, channel or kind. */
function assertSameIdentity(row: IntegrationRow, input: UpdateIntegrationBody): void {
  const own = { providerId: toWireName(row.providerId), channel: row.channel, kind: row.kind };
  const keys = Object.keys(own) as (keyof typeof own)[];
  const other = keys.filter((key) => input[key] !== undefined && input[key] !== own[key]);
  if (other.length === 0) return;
  const messages = ['cannot be changed: create another integration instead'];
  throw invalid(Object.fromEntries(other.map((key) => [key, { messages }])));
}

/**
 * Deletes an integration. It is hidden everywhere, its identifier can be used again, and its credentials and the
 * subscribers' connections through it are erased. If it was primary, no other integration becomes primary.
 *
 * @returns the remaining integrations.
 * @throws ApiError `not_found`; `precondition_failed` as `updateIntegration`.
 */
export async function deleteIntegration(
  ctx: Ctx,
  integrationId: string,
  { ifMatch, ...view }: IntegrationsQuery & { ifMatch?: string | undefined } = {},
): Promise<Integration[]> {
  await transaction(async () => {
    const row = await lockCurrent(ctx, integrationId, ifMatch);
    const userId = ctx.actor.type === 'user' ? ctx.actor.userId : undefined;
    const at = new Date();
    await softDeleteIntegration(ctx.environmentId, integrationId, userId, at);
    await endOutageWithoutAttempts({ ...row, active: false }, at);
    await audit(
      ctx,
      auditOf('integrations.delete', row, { before: integrationWire(row, ctx.organizationId, 'masked') }),
    );
    await endObsoleteSwitch(ctx, row.channel);
  });
  return listIntegrations(ctx, view);
}

/** Reads the integration and locks it against other changes until the end of the transaction. @throws ApiError 404, 412. */
async function lockCurrent(ctx: Ctx, integrationId: string, ifMatch: string | undefined): Promise<IntegrationRow> {
  const row = await lockIntegration(ctx.environmentId, integrationId);
  if (!row) throw notFound(integrationId);
  if (!isStale(ifMatch, versionOf(row))) return row;
  throw new ApiError('precondition_failed', 'The integration has changed since you read it', {
    extra: { currentVersion: versionOf(row), ...(await lastChange(ctx.organizationId, integrationId)) },
  });
}

/**
 * Returns the changed row, with its new `primary` and `priority`. Requires `lockChannel`.
 * @throws ApiError 422 for a mask without a stored secret, a missing or malformed credential, and a rate limit or quota for
 * in-app or an agent.
 */
async function changed(ctx: Ctx, before: IntegrationRow, input: UpdateIntegrationBody): Promise<IntegrationRow> {
  const problems =
    limitProblems(before.channel, input) ??
    formatProblems(fieldsOf(before), input.credentials ?? {}) ??
    tlsProblems(input.credentials) ??
    mailboxProblems(before.providerId, input.configurations);
  if (problems) throw invalid(problems);
  const { messagesPerSecond = before.messagesPerSecond, messagesPerDay = before.messagesPerDay } = input;
  const secrets = changedSecrets(ctx, before, input);
  const row: IntegrationRow = {
    ...before,
    ...secrets,
    name: input.name ?? before.name,
    identifier: input.identifier ?? before.identifier,
    active: input.active ?? before.active,
    conditions: input.conditions ?? before.conditions,
    sandbox: input.sandbox ?? before.sandbox,
    messagesPerSecond,
    messagesPerDay,
    ...(input.credentialsEndOn !== undefined && {
      credentialsEndOn: input.credentialsEndOn === null ? null : new Date(input.credentialsEndOn),
    }),
  };
  if (input.credentials) row.certificateEndsAt = certificateEndOf(row);
  const isNewlyUsed = needsCredentials(row) && !needsCredentials(before);
  if (needsCredentials(row) && (isNewlyUsed || input.credentials)) requireCredentials(row);
  const others = row.channel
    ? await channelState(row.environmentId, row.channel)
    : { hasPrimary: false, nextPriority: 0 };
  return { ...row, ...nextPrimaryAndPriority(before, row, row.channel, others) };
}

/** Returns when the stored client certificate ends. Null without one, or if it cannot be decrypted. */
function certificateEndOf(row: IntegrationRow): Date | null {
  const { tlsOptions = null } = row.credentials;
  const opened = ifReadable(() => openCredentials({ tlsOptions }, ownerOf(row)));
  return certificateEnd(opened?.tlsOptions) ?? null;
}

/**
 * Returns the changed secrets. If the caller may not see secrets, a mask does not keep the stored secret. Otherwise the
 * caller could change the provider's address and have the secret sent there.
 */
function changedSecrets(ctx: Ctx, before: IntegrationRow, input: UpdateIntegrationBody) {
  const owner = ownerOf(before);
  const reseal = (field: string, given: object, stored: Credentials | null) => {
    const kept = canSeeSecrets(ctx) ? (stored ?? {}) : field === 'credentials' ? {} : withoutMailboxSecrets(stored);
    const { credentials, strayMasks } = resealCredentials({ ...given }, kept, owner);
    const messages = ['Must be the secret itself: no stored secret replaces this mask'];
    if (strayMasks.length === 0) return credentials;
    throw invalid(Object.fromEntries(strayMasks.map((key) => [`${field}.${key}`, { messages }])));
  };
  return {
    ...(input.credentials && { credentials: reseal('credentials', input.credentials, before.credentials) }),
    ...(input.configurations && {
      configurations: reseal('configurations', input.configurations, before.configurations),
    }),
  };
}

function ownerOf({ environmentId, id }: IntegrationRow): CredentialsOwner {
  return { environmentId, integrationId: id };
}

function fieldsOf({ providerId }: Pick<IntegrationRow, 'providerId'>): readonly CredentialField[] {
  return findProvider(providerId)?.credentials ?? [];
}

/** Checks that all required credentials are stored. @throws ApiError `unprocessable` naming the missing credentials. */
export function requireCredentials({ providerId, credentials }: IntegrationRow): void {
  const problems = credentialProblems(fieldsOf({ providerId }), (key) => lacksCredential(credentials, key));
  if (problems) throw invalid(problems);
}

/**
 * Returns the context of the request in the environment that its body names.
 * @throws ApiError 403 if the caller has no such environment.
 */
async function inNamedEnvironment(ctx: Ctx, environmentId: string | undefined): Promise<Ctx> {
  if (environmentId === undefined || environmentId === ctx.environmentId) return ctx;
  const own = await listEnvironments(ctx);
  if (own.some(({ _id }) => _id === environmentId)) return { ...ctx, environmentId };
  throw new ApiError('forbidden', 'You have no access to the environment in `_environmentId`');
}

function auditOf(action: string, { id, name }: IntegrationRow, states: { before?: unknown; after?: unknown }) {
  return { action, resourceType: 'integrations', resourceId: id, resourceLabel: name, ...states };
}

/** Returns both states with masked secrets, which are marked if they changed. */
function maskedStates({ organizationId }: Ctx, before: IntegrationRow, after: IntegrationRow) {
  const shown = integrationWire(after, organizationId, 'masked');
  const owner = ownerOf(after);
  return {
    before: integrationWire(before, organizationId, 'masked'),
    after: {
      ...shown,
      credentials: maskChanges(before.credentials, after.credentials, owner),
      ...(after.configurations && {
        configurations: maskChanges(before.configurations ?? {}, after.configurations, owner),
      }),
    },
  };
}

function identifierTaken(): ApiError {
  return fieldError('identifier', IDENTIFIER_TAKEN);
}

function invalid(errors: FieldErrors): ApiError {
  return new ApiError('unprocessable', 'Validation Error', { errors });
}

/** Reads one integration. @throws ApiError `not_found`. */
export async function requireIntegration(ctx: Ctx, integrationId: string): Promise<IntegrationRow> {
  const row = await findIntegration(ctx.environmentId, integrationId);
  if (!row) throw notFound(integrationId);
  return row;
}

export function notFound(integrationId: string): ApiError {
  return new ApiError('not_found', `Integration with id ${integrationId} not found`);
}

/** Returns an Integration for this caller, with its version as ETag. Reading secrets is audited. */
export async function show(ctx: Ctx, row: IntegrationRow, input: IntegrationsQuery): Promise<RawJson> {
  const secrets = secretsView(ctx, input);
  if (secrets === 'open') await audit(ctx, auditOf('integrations.revealCredentials', row, {}));
  return tagged(prioritised(row, ctx.organizationId, secrets), versionOf(row));
}

/** Adds the priority, which the audit log omits because Belfry derives it from the changes that the log records. */
function prioritised(row: IntegrationRow, organizationId: string, secrets: SecretsView): Integration {
  return { ...integrationWire(row, organizationId, secrets), priority: row.priority };
}

function versionOf({ updatedAt }: IntegrationRow): number {
  return updatedAt.getTime();
}

function secretsView(ctx: Ctx, input: IntegrationsQuery): SecretsView {
  if (!canSeeSecrets(ctx)) return 'none';
  return input.credentials === 'masked' ? 'masked' : 'open';
}

/** Whether the caller may see secrets (spec 5): never an API key, and people according to their role. */
export function canSeeSecrets({ actor }: Ctx): boolean {
  return actor.type === 'user' && can(actor.role, 'integrations:credentials');
}
