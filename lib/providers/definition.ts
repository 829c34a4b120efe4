/**
 * The two parts of a provider's file: facts, which the catalogue shows, and `send`. There is one builder per channel.
 */
import type { RegisterEvents } from '#lib/providers/events/event-registration.ts';
import type { EventSource } from '#lib/providers/events/event-source.ts';
import type { FetchFate } from '#lib/providers/events/fate.ts';
import type { DeliveryChannel, MessageOf } from './message.ts';
import type { Availability, CredentialField, Provider, ProviderFacts } from './provider.ts';
import { SECRET_KEYS } from './secret-keys.ts';
import type { Check, Send } from './send.ts';
import type { SenderDns } from './sender-dns.ts';

interface Delivery<C extends DeliveryChannel> extends ProviderFacts {
  kind: 'delivery';
  channel: C;
  /** Sends one message. Absent: Belfry cannot send through the provider yet. */
  send?: Send<C>;
  /** Returns a message in the vendor's own markup, with its values escaped. Absent: the vendor has no markup. */
  spoken?: (message: MessageOf<C>) => MessageOf<C>;
  /** Tests the credentials. Absent: they cannot be tested without sending. */
  check?: Check;
  /** The DNS records that the sender domain needs. Absent: the vendor's records are not known. */
  senderDns?: SenderDns;
  /** Reads the events that the vendor pushes. Absent: Belfry does not read them. */
  events?: EventSource;
  /** Registers the event address at the vendor. Absent: the vendor has no such operation, or Belfry does not use it. */
  registerEvents?: RegisterEvents;
  /** Fetches the fate of a message. Absent: the vendor has no such operation, or Belfry does not use it. */
  fate?: FetchFate;
}

interface Inbox extends ProviderFacts {
  kind: 'delivery';
  channel: 'in_app';
}

interface AgentRuntime extends ProviderFacts {
  kind: 'agent';
  channel?: never;
}

/** The type of the export `provider` of each provider's file. */
export type ProviderDefinition = { [C in DeliveryChannel]: Delivery<C> }[DeliveryChannel] | Inbox | AgentRuntime;

/** The facts that a provider's file passes to a builder. `availability` is `current` by default. */
type Given<Id extends string, Definition extends ProviderFacts> = Omit<
  Definition,
  'id' | 'kind' | 'channel' | 'availability'
> & { id: Id; availability?: Availability };

function delivery<C extends DeliveryChannel>(channel: C) {
  return <const Id extends string>(given: Given<Id, Delivery<C>>): Delivery<C> & { id: Id } => ({
    availability: 'current',
    ...given,
    kind: 'delivery',
    channel,
  });
}

export const emailProvider = delivery('email');
export const smsProvider = delivery('sms');
export const pushProvider = delivery('push');
export const chatProvider = delivery('chat');

export function inAppProvider<const Id extends string>(given: Given<Id, Inbox>): Inbox & { id: Id } {
  return { availability: 'current', ...given, kind: 'delivery', channel: 'in_app' };
}

/** An agent runtime is stored and listed, but never used by delivery. */
export function agentRuntime<const Id extends string>(given: Given<Id, AgentRuntime>): AgentRuntime & { id: Id } {
  return { availability: 'current', ...given, kind: 'agent' };
}

/** Returns a provider's catalogue entry, for the browser. In-app messages are delivered by storing them. */
export function catalogueEntry(definition: ProviderDefinition): Provider {
  const { id, displayName, kind, channel, availability, availabilityNote, docsLink, color, credentials } = definition;
  const { sendsToPhone, acceptsHeaders, readsMailbox, choice } = definition;
  return {
    id,
    displayName,
    kind,
    ...(channel && { channel }),
    availability,
    ...(availabilityNote && { availabilityNote }),
    deliverable: channel === 'in_app' || ('send' in definition && definition.send !== undefined),
    ...(docsLink && { docsLink }),
    ...(color && { color }),
    ...(sendsToPhone && { sendsToPhone }),
    ...(acceptsHeaders === false && { acceptsHeaders }),
    ...(readsMailbox && { readsMailbox }),
    credentials,
    ...(choice && { choice }),
  };
}

type FieldExtras = Partial<
  Pick<
    CredentialField,
    | 'type'
    | 'format'
    | 'together'
    | 'unless'
    | 'default'
    | 'options'
    | 'description'
    | 'secret'
    | 'generated'
    | 'advanced'
    | 'unread'
  >
>;

export function required(key: string, displayName: string, extras: FieldExtras = {}): CredentialField {
  return { key, displayName, type: 'string', required: true, secret: SECRET_KEYS.has(key), ...extras };
}

export function optional(key: string, displayName: string, extras: FieldExtras = {}): CredentialField {
  return { ...required(key, displayName, extras), required: false };
}

/**
 * Returns an optional field whose value is one of `options`, a record of values by name. The empty value is the
 * default, for which nothing is stored.
 */
export function dropdown(
  key: string,
  displayName: string,
  options: Readonly<Record<string, string>>,
  extras: FieldExtras = {},
): CredentialField {
  const listed = Object.entries(options).map(([name, value]) => ({ name, value: value || null }));
  return optional(key, displayName, { type: 'dropdown', format: 'option', options: listed, ...extras });
}

/** The sender fields, for every email provider whose account does not determine the sender. */
export const EMAIL_SENDER = [
  required('from', 'From email address', { format: 'mailbox' }),
  required('senderName', 'Sender name'),
];

/** The secret that signs the requests to the customer's own webhook (lib/providers/http/signature.ts). */
export const SIGNING_SECRET: FieldExtras = {
  generated: true,
  description:
    'Signs each request: the HMAC-SHA-256 of its body in hex, in the header that ends in “-Signature”. Your server checks the signature with the same secret.',
};
