/** Sends the requests of tests and alerts through one integration, without preferences, conditions and the engine. */
import { UnreadableError } from '#lib/crypto.ts';
import { outbound } from '#lib/outbound/outbound.ts';
import { findProvider } from '#lib/providers/catalogue/catalogue.ts';
import { type Account, type DeliveryTools, deliver } from '#lib/providers/deliver.ts';
import type { ChannelMessage, DeliveryChannel } from '#lib/providers/message.ts';
import { ProviderError, type RawExchange } from '#lib/providers/send.ts';
import { CANNOT_BE_READ } from '#lib/unreadable.ts';
import { openCredentials } from './credentials.ts';
import type { IntegrationRow } from './query.ts';
import type { TrialResult } from './trial-schema.ts';

/** The fields of an integration that a request needs. */
export type Sender = Pick<
  IntegrationRow,
  'id' | 'name' | 'environmentId' | 'providerId' | 'sandbox' | 'credentials'
> & {
  channel: DeliveryChannel;
};

/** The result of a request, without its duration. */
export type ThroughResult = Omit<TrialResult, 'durationMs'>;

export interface Success {
  outcome?: TrialResult['outcome'];
  message: string;
  providerStatus?: number | undefined;
  providerMessageId?: string | undefined;
  exchange?: RawExchange | undefined;
}

export type Request = (account: Account, tools: DeliveryTools) => Promise<Success>;

/**
 * Makes a request with the integration’s credentials, through the outbound guard. Holds no database connection while
 * waiting. A failure of the provider is a result. Any other exception is a defect.
 */
export async function through(sender: Sender, request: Request): Promise<ThroughResult> {
  const { id, environmentId, providerId, sandbox } = sender;
  const attempt = async () => {
    const credentials = sandbox ? {} : openCredentials(sender.credentials, { environmentId, integrationId: id });
    return request({ providerId, sandbox, credentials }, { outbound: outbound(), now: () => new Date() });
  };
  return attempt().then((success) => succeeded(success, sandbox), failed);
}

/** Sends one message through the integration, active or not. */
export function sendThrough(sender: Sender, message: ChannelMessage): Promise<ThroughResult> {
  return through(sender, async (account, tools) => {
    const { providerMessageId, status, exchange } = await deliver(account, message, tools);
    const accepted = account.sandbox
      ? 'Accepted in sandbox mode; nothing was sent.'
      : `${providerName(sender)} accepted the message.`;
    return { message: accepted, providerMessageId, providerStatus: status, exchange };
  });
}

export function providerName({ providerId }: Pick<Sender, 'providerId'>): string {
  return findProvider(providerId)?.displayName ?? providerId;
}

function succeeded(
  { outcome, message, providerStatus, providerMessageId, exchange }: Success,
  sandbox: boolean,
): ThroughResult {
  return {
    outcome: outcome ?? (sandbox ? 'sandboxed' : 'succeeded'),
    message,
    ...(providerStatus !== undefined && { providerStatus }),
    ...(providerMessageId !== undefined && { providerMessageId }),
    ...shownExchange(exchange),
  };
}

function failed(error: unknown): ThroughResult {
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
function shownExchange(exchange: RawExchange | undefined): Pick<ThroughResult, 'exchange'> {
  return exchange && (exchange.request !== '' || exchange.response !== undefined) ? { exchange: { ...exchange } } : {};
}
