/** Tests an integration with its stored credentials: without sending, and by sending one message. */
import type { Ctx } from '#lib/api/context.ts';
import { ApiError, fieldError } from '#lib/api/errors.ts';
import { audit } from '#lib/audit-log/service.ts';
import { newId } from '#lib/id.ts';
import { findProvider } from '#lib/providers/catalogue/catalogue.ts';
import type { Channel } from '#lib/providers/channel.ts';
import { type Account, checkAccount, type DeliveryTools } from '#lib/providers/deliver.ts';
import type { DeliveryChannel } from '#lib/providers/message.ts';
import { formatProblems } from './credential-formats.ts';
import { type Credentials, type CredentialsOwner, resealCredentials } from './credentials.ts';
import { keepLastTest } from './last-tests.ts';
import { plainMessage } from './plain-message.ts';
import { findIntegration, type IntegrationRow } from './query.ts';
import type { LastTest } from './schema.ts';
import { canSeeSecrets } from './service.ts';
import {
  providerName,
  type Request,
  type Sender,
  type Success,
  sendThrough,
  type ThroughResult,
  through,
} from './through.ts';
import { tlsProblems } from './tls-problems.ts';
import type { SendTestBody, TestDraftBody, TrialResult } from './trial-schema.ts';

/**
 * Checks whether the provider accepts the stored credentials. Nothing is sent. Holds no database connection while
 * waiting.
 *
 * @throws ApiError `not_found`; `bad_request` for agents and in-app integrations, which have no provider to reach.
 */
export async function testConnection(ctx: Ctx, integrationId: string): Promise<TrialResult> {
  const row = await requireDelivering(ctx, integrationId);
  const trial: Request = (account, tools) => checked(row, account, tools);
  return kept(ctx, row, 'connection', await tried(ctx, row, CONNECTION, {}, () => through(row, trial)));
}

async function checked(row: Sender, account: Account, tools: DeliveryTools): Promise<Success> {
  if (account.sandbox) return { message: 'Sandbox mode is on: nothing is sent, so there is nothing to test.' };
  const answer = await checkAccount(account, tools);
  if (!answer) return { outcome: 'untestable', message: untestable(row) };
  return { message: answer.words, providerStatus: answer.status, exchange: answer.exchange };
}

/** Stores the result as the integration's last test. */
async function kept(ctx: Ctx, row: Delivering, kind: LastTest['kind'], result: TrialResult): Promise<TrialResult> {
  const { outcome, message } = result;
  await keepLastTest(ctx, row.id, { kind, outcome, message });
  return result;
}

/**
 * Checks whether the provider accepts credentials that are not saved. Sends nothing, and stores only an entry in the audit
 * log. A mask represents the stored secret of `integrationId`, but only if the caller may see secrets. Otherwise a caller
 * could have the secret sent to an address of their choice.
 *
 * @throws ApiError `not_found`; `bad_request` for agents and in-app; `unprocessable` for an unknown provider, and for
 * credentials that can never work as they are written.
 */
export async function testDraft(ctx: Ctx, input: TestDraftBody): Promise<TrialResult> {
  const provider = findProvider(input.providerId);
  if (!provider) throw fieldError('providerId', 'must be a provider of the catalogue');
  const stored = input.integrationId === undefined ? undefined : await requireDelivering(ctx, input.integrationId);
  const problems = formatProblems(provider.credentials, input.credentials) ?? tlsProblems(input.credentials);
  if (problems) throw new ApiError('unprocessable', 'Validation Error', { errors: problems });
  const id = stored?.id ?? newId();
  const owner = { environmentId: ctx.environmentId, integrationId: id };
  const kept = stored && stored.providerId === provider.id && canSeeSecrets(ctx) ? stored.credentials : {};
  const credentials = resealMasked(input.credentials, kept, owner);
  const draft = {
    id,
    name: stored?.name ?? `${provider.displayName} (not saved)`,
    environmentId: ctx.environmentId,
    providerId: provider.id,
    channel: deliveringChannel(provider.channel),
    sandbox: false,
    credentials,
  };
  const trial: Request = (account, tools) => checked(draft, account, tools);
  return tried(ctx, draft, CONNECTION, { saved: 'no' }, () => through(draft, trial));
}

/**
 * Sends one message through the integration, active or not, without preferences and conditions. The message is recorded only
 * in the audit log.
 *
 * @throws ApiError as `testConnection`; `unprocessable` if `to` does not match the channel.
 */
export async function sendTest(ctx: Ctx, integrationId: string, input: SendTestBody): Promise<TrialResult> {
  const row = await requireDelivering(ctx, integrationId);
  const message = plainMessage(row.channel, { ...input, title: TITLE, content: input.content ?? CONTENT });
  // Tokens and addresses that grant access are not logged.
  const shown: Record<string, string> = row.channel === 'email' || row.channel === 'sms' ? { to: input.to } : {};
  const result = await tried(ctx, row, 'integrations.sendTest', shown, () => sendThrough(row, message));
  return kept(ctx, row, 'message', result);
}

/** The action of a test without a message. */
const CONNECTION = 'integrations.testConnection';

interface Delivering extends IntegrationRow {
  channel: DeliveryChannel;
}

async function requireDelivering(ctx: Ctx, integrationId: string): Promise<Delivering> {
  const row = await findIntegration(ctx.environmentId, integrationId);
  if (!row) throw new ApiError('not_found', `Integration with id ${integrationId} not found`);
  return { ...row, channel: deliveringChannel(row.channel) };
}

/** Returns the channel if a provider delivers its messages. @throws ApiError 400 for agents and in-app. */
function deliveringChannel(channel: Channel | null | undefined): DeliveryChannel {
  if (channel && channel !== 'in_app') return channel;
  const what = channel ? 'In-app messages are stored, not sent' : 'Agents do not send messages';
  throw new ApiError('bad_request', `${what}: there is nothing to test`);
}

async function tried(
  ctx: Ctx,
  row: Sender,
  action: string,
  shown: Record<string, string>,
  trial: () => Promise<ThroughResult>,
): Promise<TrialResult> {
  const begun = performance.now();
  const result = await trial();
  const { outcome, message } = result;
  const what = { action, resourceType: 'integrations', resourceId: row.id, resourceLabel: row.name };
  await audit(ctx, { ...what, after: { ...shown, outcome, message } });
  return { ...result, durationMs: Math.round(performance.now() - begun) };
}

/**
 * Replaces masks by the stored secrets.
 * @throws ApiError 422 for a mask without a stored secret that the caller may see.
 */
function resealMasked(given: object, stored: Credentials, owner: CredentialsOwner): Credentials {
  const { credentials, strayMasks } = resealCredentials({ ...given }, stored, owner);
  if (strayMasks.length === 0) return credentials;
  throw fieldError(`credentials.${strayMasks[0]}`, 'Must be the secret itself: no stored secret replaces this mask');
}

const CONTENT = 'This is a test message. It shows that messages can be sent through this integration.';
const TITLE = 'Test message';

function untestable(row: Sender): string {
  return `${providerName(row)} offers no way to test the credentials. Send a test message instead.`;
}
