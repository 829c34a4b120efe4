/** Tests an integration with its stored credentials: without sending, and by sending one message. */
import type { Ctx } from '#lib/api/context.ts';
import { ApiError, fieldError } from '#lib/api/errors.ts';
import { audit } from '#lib/audit-log/service.ts';
import { UnreadableError } from '#lib/crypto.ts';
import { newId } from '#lib/id.ts';
import { outbound } from '#lib/outbound/outbound.ts';
import { transaction } from '#lib/postgres/db.ts';
import { findProvider } from '#lib/providers/catalogue.ts';
import { type Account, checkAccount, type DeliveryTools, deliver } from '#lib/providers/deliver.ts';
import type { ChannelMessage, DeliveryChannel } from '#lib/providers/message.ts';
import { ProviderError, type RawExchange } from '#lib/providers/send.ts';
import { CANNOT_BE_READ } from '#lib/unreadable.ts';
import { openCredentials } from './credentials.ts';
import { keepLastTest } from './last-tests.ts';
import { findIntegration, type IntegrationRow } from './query.ts';
import type { SendTestBody, TrialResult } from './trial-schema.ts';

/**
 * Checks whether the provider accepts the stored credentials. Nothing is sent. Holds no database connection while waiting.
 *
 * @throws ApiError `not_found`; `bad_request` for agents and in-app, which have no provider to reach.
 */
export async function testConnection(ctx: Ctx, integrationId: string): Promise<TrialResult> {
  const row = await requireDelivering(ctx, integrationId);
  return tried(ctx, row, CONNECTION, {}, async (account, tools) => {
    if (account.sandbox) return { message: 'It is in sandbox mode: nothing leaves, so there is nothing to test.' };
    const checked = await checkAccount(account, tools);
    if (!checked) return { outcome: 'untestable', message: untestable(row) };
    return { message: checked.words, providerStatus: checked.status, exchange: checked.exchange };
  });
}

/**
 * Sends one message through the integration, active or not, without preferences and conditions. The message is recorded only
 * in the audit log.
 *
 * @throws ApiError as `testConnection`; `unprocessable` if `to` does not fit the channel.
 */
export async function sendTest(ctx: Ctx, integrationId: string, input: SendTestBody): Promise<TrialResult> {
  const row = await requireDelivering(ctx, integrationId);
  const message = testMessage(row.channel, input);
  // Tokens and addresses that grant access are not logged.
  const shown: Record<string, string> = row.channel === 'email' || row.channel === 'sms' ? { to: input.to } : {};
  return tried(ctx, row, 'integrations.sendTest', shown, async (account, tools) => {
    const { providerMessageId, status, exchange } = await deliver(account, message, tools);
    const name = providerName(row);
    const accepted = account.sandbox ? 'Accepted in sandbox mode; nothing was sent.' : `${name} accepted the message.`;
    return { message: accepted, providerMessageId, providerStatus: status, exchange };
  });
}

/** The action of a test without a message. */
const CONNECTION = 'integrations.testConnection';

interface Delivering extends IntegrationRow {
  channel: DeliveryChannel;
}

async function requireDelivering(ctx: Ctx, integrationId: string): Promise<Delivering> {
  const row = await findIntegration(ctx.environmentId, integrationId);
  if (!row) throw new ApiError('not_found', `Integration with id ${integrationId} not found`);
  const { channel } = row;
  if (channel && channel !== 'in_app') return { ...row, channel };
  const what = channel ? 'In-app messages are stored, not sent' : 'Agents are kept and listed, not used by delivery';
  throw new ApiError('bad_request', `${what}: there is nothing to test`);
}

interface Success {
  outcome?: TrialResult['outcome'];
  message: string;
  providerStatus?: number | undefined;
  providerMessageId?: string | undefined;
  exchange?: RawExchange | undefined;
}

type Trial = (account: Account, tools: DeliveryTools) => Promise<Success>;

async function tried(
  ctx: Ctx,
  row: Delivering,
  action: string,
  shown: Record<string, string>,
  trial: Trial,
): Promise<TrialResult> {
  const { id, environmentId, providerId, sandbox } = row;
  const begun = performance.now();
  const attempt = async () => {
    const credentials = sandbox ? {} : openCredentials(row.credentials, { environmentId, integrationId: id });
    return trial({ providerId, sandbox, credentials }, { outbound: outbound(), now: () => new Date() });
  };
  const result = await attempt().then((success) => succeeded(success, sandbox), failed);
  const { outcome, message } = result;
  const what = { action, resourceType: 'integrations', resourceId: id, resourceLabel: row.name };
  await transaction(async () => {
    await audit(ctx, { ...what, after: { ...shown, outcome, message } });
    await keepLastTest(ctx, id, { kind: action === CONNECTION ? 'connection' : 'message', outcome, message });
  });
  return { ...result, durationMs: Math.round(performance.now() - begun) };
}

type Result = Omit<TrialResult, 'durationMs'>;

function succeeded(
  { outcome, message, providerStatus, providerMessageId, exchange }: Success,
  sandbox: boolean,
): Result {
  return {
    outcome: outcome ?? (sandbox ? 'sandboxed' : 'succeeded'),
    message,
    ...(providerStatus !== undefined && { providerStatus }),
    ...(providerMessageId !== undefined && { providerMessageId }),
    ...shownExchange(exchange),
  };
}

function failed(error: unknown): Result {
  if (error instanceof UnreadableError)
    return { outcome: 'failed', message: `The credentials ${CANNOT_BE_READ}. ${error.message}`, kind: 'configuration' };
  if (!(error instanceof ProviderError)) throw error;
  const { kind, words, status, providerCode, exchange } = error;
  return {
    outcome: 'failed',
    message: words,
    kind,
    ...(status !== undefined && { providerStatus: status }),
    ...(providerCode !== undefined && { providerCode }),
    ...shownExchange(exchange),
  };
}

/** Returns the exchange as a field, or an empty object if there was none. */
function shownExchange(exchange: RawExchange | undefined): Pick<Result, 'exchange'> {
  return exchange && (exchange.request !== '' || exchange.response !== undefined) ? { exchange: { ...exchange } } : {};
}

const CONTENT = 'This is a test message. It shows that messages can be sent through this integration.';
const TITLE = 'Test message';

/** @throws ApiError 422 if `to` is not an address of the channel. */
function testMessage(channel: DeliveryChannel, { to, content = CONTENT, apiToken }: SendTestBody): ChannelMessage {
  const id = newId();
  switch (channel) {
    case 'email':
      if (!/^[^\s@<>]+@[^\s@<>]+$/.test(to)) throw fieldError('to', 'must be an email address');
      return { channel, id, to: { email: to }, subject: TITLE, html: `<p>${escaped(content)}</p>`, text: content };
    case 'sms':
      if (!/^\+?[\d ().-]{3,30}$/.test(to)) throw fieldError('to', 'must be a phone number');
      return { channel, id, to, content };
    case 'push':
      return { channel, id, token: to, title: TITLE, content };
    case 'chat': {
      const target = /^https?:/i.test(to) ? { webhookUrl: to } : { channel: to };
      return { channel, id, target: { ...target, ...(apiToken && { apiToken }) }, content };
    }
  }
}

function escaped(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
  return text.replace(/[&<>]/g, (character) => entities[character] ?? character);
}

function untestable(row: Delivering): string {
  return `${providerName(row)} offers no way to test the credentials. Send a test message instead.`;
}

function providerName({ providerId }: Delivering): string {
  return findProvider(providerId)?.displayName ?? providerId;
}
