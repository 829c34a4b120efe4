/** Sends through an integration, for the engine and for "send test". */

import type { Outbound } from '#lib/outbound/outbound.ts';
import type { EventTarget, Registered } from '#lib/providers/events/event-registration.ts';
import type { VendorEvent } from '#lib/providers/events/event-source.ts';
import type { AcceptedMessage, Fate } from '#lib/providers/events/fate.ts';
import { listText } from '#lib/text/list-text.ts';
import type { ProviderDefinition } from './definition.ts';
import { redacted, secretsOf, withoutRepeated } from './exchange.ts';
import { withAsciiDomains } from './mailbox.ts';
import type { ChannelMessage, DeliveryChannel } from './message.ts';
import { loadProvider } from './registry.ts';
import { missingFields } from './required-fields.ts';
import { sendToSandbox } from './sandbox.ts';
import { type Checked, ProviderError, type Send, type SendTools, type Sent } from './send.ts';

/** The fields of an integration that sending needs. */
export interface Account {
  /** The neutral ID. */
  providerId: string;
  /** Whether the integration is in sandbox mode, in which nothing is sent. */
  sandbox: boolean;
  /** The decrypted credentials. */
  credentials: Readonly<Record<string, unknown>>;
  /** The public address for events, for providers whose messages contain this address. */
  eventsUrl?: string | undefined;
  /** More texts that must not be stored. */
  secrets?: readonly string[] | undefined;
}

export interface DeliveryTools {
  outbound: Outbound;
  now: () => Date;
  origins?: SendTools['origins'];
  timeoutMs?: number;
  /** Whether this is a rehearsal: `outbound` connects to nothing, and open connections are not used. */
  isRehearsal?: boolean;
}

/**
 * Sends one message through an account's provider, or to the sandbox.
 *
 * @throws {ProviderError} if the message was not accepted. Any other exception is a defect.
 */
export async function deliver(account: Account, message: ChannelMessage, tools: DeliveryTools): Promise<Sent> {
  if (account.sandbox) return sendToSandbox(message, tools.now());
  const provider = await usable(account);
  const send = 'send' in provider && provider.channel === message.channel ? provider.send : undefined;
  if (!send) throw notPossible(`Belfry cannot send through ${provider.displayName} yet`);
  const own = sendTools(account, tools);
  const leaving = message.channel === 'email' ? withAsciiDomains(message) : spoken(provider, message);
  // The cast is safe, because the provider's channel was compared with the message's.
  return withoutSecrets((send as Send<DeliveryChannel>)(leaving as never, own), own, leaving);
}

/** Returns the message in the vendor's own markup, if the vendor has one. */
function spoken(provider: ProviderDefinition, message: ChannelMessage): ChannelMessage {
  return 'spoken' in provider && provider.spoken ? provider.spoken(message as never) : message;
}

/**
 * Tests an account without sending. Undefined if its provider has no such test.
 * @throws {ProviderError} with the provider's own text if the test fails.
 */
export async function checkAccount(account: Account, tools: DeliveryTools): Promise<Checked | undefined> {
  const provider = await usable(account);
  const check = 'check' in provider ? provider.check : undefined;
  const own = sendTools(account, tools);
  return check && withoutSecrets(check(own), own);
}

/**
 * Fetches the fate of a message from the account’s provider. Undefined if the provider has no such operation.
 * @throws {ProviderError} with the provider's own text if the provider refuses the request.
 */
export async function fetchFate(
  account: Account,
  message: AcceptedMessage,
  tools: DeliveryTools,
): Promise<Fate | undefined> {
  const provider = await usable(account);
  const fate = 'fate' in provider ? provider.fate : undefined;
  const own = sendTools(account, tools);
  return fate && withoutSecrets(fate(message, own), own);
}

/**
 * Registers an event address at the account’s provider. Undefined if the provider has no such operation.
 * @throws {ProviderError} with the provider's own text if the provider refuses a request.
 */
export async function registerEvents(
  account: Account,
  target: EventTarget,
  tools: DeliveryTools,
): Promise<Registered | undefined> {
  const provider = await usable(account);
  const register = 'registerEvents' in provider ? provider.registerEvents : undefined;
  const own = sendTools(account, tools);
  return register && withoutSecrets(register(target, own), own);
}

/**
 * Maximum characters of a provider's text. The text is cut after secrets are hidden, because half a secret would not be
 * recognised.
 */
const MAX_WORDS = 305;

/** Hides secrets and the message's content in all texts from the provider, because a response may repeat them. */
async function withoutSecrets<Said extends Sent | Checked | Fate | Registered>(
  saying: Promise<Said>,
  { secrets }: SendTools,
  message?: ChannelMessage,
): Promise<Said> {
  const hide = <Text extends string | undefined>(text: Text) =>
    (text === undefined ? text : redacted(message ? withoutRepeated(text, message) : text, [...secrets])) as Text;
  try {
    const said = await saying;
    return {
      ...said,
      ...('words' in said && { words: hide(said.words) }),
      ...('refusedCopies' in said && {
        refusedCopies: said.refusedCopies?.map((each) => ({ ...each, words: hide(each.words).slice(0, MAX_WORDS) })),
      }),
      ...('events' in said && { state: hide(said.state), events: said.events.map((event) => hidden(event, hide)) }),
      ...('providerMessageId' in said && { providerMessageId: hide(said.providerMessageId) }),
      ...('isNew' in said && { leftOut: hide(said.leftOut) }),
    };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const { kind, words, providerCode, cause } = error;
    throw new ProviderError(kind, {
      ...error,
      words: hide(words).slice(0, MAX_WORDS),
      providerCode: hide(providerCode),
      cause,
    });
  }
}

type Hide = <Text extends string | undefined>(text: Text) => Text;

function hidden({ words, code, raw, ...event }: VendorEvent, hide: Hide): VendorEvent {
  const fields = Object.entries(raw).map(([name, text]) => [name, hide(text)]);
  return { ...event, words: hide(words), code: hide(code), raw: Object.fromEntries(fields) };
}

function sendTools(
  { credentials, eventsUrl, secrets: further = [] }: Account,
  { outbound, now, origins, timeoutMs, isRehearsal }: DeliveryTools,
): SendTools {
  const { fetch, connect } = outbound;
  const secrets = new Set([...secretsOf(credentials), ...further]);
  return {
    ...{ fetch, connect, credentials, now, secrets },
    ...(eventsUrl && { eventsUrl }),
    ...(origins && { origins }),
    ...(timeoutMs && { timeoutMs }),
    ...(isRehearsal && { isRehearsal }),
  };
}

async function usable({ providerId, credentials }: Account): Promise<ProviderDefinition> {
  const provider = await loadProvider(providerId);
  if (!provider) throw notPossible(`There is no provider ${providerId}`);
  const missing = missingFields(provider.credentials, credentials);
  if (missing.length === 0) return provider;
  const words = `${listText(missing.map(({ displayName }) => displayName))} ${missing.length > 1 ? 'are' : 'is'} missing`;
  throw new ProviderError('configuration', { words, exchange: { request: '' }, isOwn: true });
}

function notPossible(words: string): ProviderError {
  return new ProviderError('rejected', { words, exchange: { request: '' }, isOwn: true });
}
