import { valueAt } from '#lib/json/values.ts';
import { birdChannel, birdWords, isBird } from '#lib/providers/bird.ts';
import { textAt, textOf } from '#lib/providers/credential.ts';
import { optional, required, smsProvider } from '#lib/providers/definition.ts';
import { readBirdFate } from '#lib/providers/events/bird-events.ts';
import { messageBirdEvents, readMessageBirdFate } from '#lib/providers/events/messagebird-events.ts';
import { registerBird } from '#lib/providers/events/messagebird-webhook.ts';
import { codeKinds } from '#lib/providers/http/answer-kinds.ts';
import {
  type Credentials,
  type HttpAnswer,
  type HttpRequest,
  httpProvider,
  type Refusal,
} from '#lib/providers/http/http.ts';
import type { SmsMessage } from '#lib/providers/message.ts';

const CHANNEL = { together: 'Channel' } as const;

export const provider = smsProvider({
  id: 'messagebird',
  displayName: 'MessageBird',
  color: '#2481d7',
  availability: 'renamed',
  availabilityNote: 'MessageBird is Bird today. MessageBird’s REST API for SMS remains for existing accounts.',
  docsLink: 'https://docs.bird.com/api/channels-api',
  credentials: [
    required('accessKey', 'Access key'),
    optional('workspaceId', 'Workspace ID', {
      ...CHANNEL,
      description: 'Sends through a channel of Bird. Without it, messages go through MessageBird’s former REST API.',
    }),
    optional('channelId', 'Channel ID', CHANNEL),
    required('from', 'From', {
      unless: 'channelId',
      description:
        'The sender for MessageBird’s former REST API. The sender of a channel is the number of the channel.',
    }),
  ],
  events: messageBirdEvents,
  ...httpProvider<'sms'>({
    auth: (credentials) => ({ headers: { authorization: `AccessKey ${textOf(credentials, 'accessKey')}` } }),
    request,
    messageId: ({ json }) => textAt(json, 'id'),
    refusal,
    check: {
      request: (credentials) => ({ method: 'GET', url: checkUrl(credentials), headers: HEADERS }),
      words: ({ json }, credentials) =>
        isBird(credentials)
          ? `The channel ${textAt(json, 'name') ?? ''} is ${textAt(json, 'status') ?? 'available'}`
          : `The key works. The balance is ${textAt(json, 'amount')} ${textAt(json, 'type')}.`,
    },
    fate: {
      // https://docs.bird.com/api/channels-api/api-reference/messaging
      // https://developers.messagebird.com/api/sms-messaging/#view-an-sms
      request: ({ providerMessageId }, credentials) => ({
        method: 'GET',
        url: `${messages(credentials)}/${encodeURIComponent(providerMessageId)}`,
        headers: HEADERS,
      }),
      read: (answer, about) =>
        valueAt(answer.json, ['recipients']) === undefined
          ? readBirdFate(answer, about)
          : readMessageBirdFate(answer, about),
    },
    registration: registerBird,
  }),
});

const ORIGIN = 'https://rest.messagebird.com';
const HEADERS = { accept: 'application/json' };

/** Returns the URL of messages. Both APIs use the same path after their base URL. */
function messages(credentials: Credentials): string {
  return `${isBird(credentials) ? birdChannel(credentials) : ORIGIN}/messages`;
}

/**
 * Returns the URL of the request that tests the credentials:
 * https://docs.bird.com/api/channels-api/api-reference/channels-management
 * https://developers.messagebird.com/api/balance/
 */
function checkUrl(credentials: Credentials): string {
  return isBird(credentials) ? birdChannel(credentials) : `${ORIGIN}/balance`;
}

/** The account's balance is too low. */
const kindOf = codeKinds({ account: '25' });

/**
 * Reads the error from a response: https://docs.bird.com/api/api-access/common-api-usage: Bird returns 404 for an
 * unknown workspace or channel. https://developers.messagebird.com/api/#api-errors
 */
function refusal({ status, json }: HttpAnswer): Refusal {
  const former = ['errors', 0] as const;
  const code = textAt(json, ...former, 'code');
  if (code !== undefined) return { words: textAt(json, ...former, 'description'), code, kind: kindOf(code) };
  const kind = status === 404 ? 'configuration' : undefined;
  return { words: birdWords(json), code: textAt(json, 'code'), kind };
}

function request(message: SmsMessage, credentials: Credentials): HttpRequest {
  return {
    url: messages(credentials),
    headers: HEADERS,
    ...(isBird(credentials) ? channelMessage(message) : formerMessage(message, credentials)),
  };
}

/** Returns a message in the form of Bird’s API: https://docs.bird.com/api/channels-api/api-reference/messaging */
function channelMessage({ id, to, content, from }: SmsMessage): Pick<HttpRequest, 'json' | 'leftOut'> {
  return {
    json: {
      receiver: { contacts: [{ identifierKey: 'phonenumber', identifierValue: to }] },
      body: { type: 'text', text: { text: content } },
      // The vendor returns this ID with every event of the message.
      reference: id,
    },
    leftOut: from === undefined ? undefined : `the channel determines the sender, instead of ${from}`,
  };
}

/**
 * Returns a message in the form of MessageBird’s former API:
 * https://developers.messagebird.com/api/sms-messaging/#send-outbound-sms
 */
function formerMessage({ id, to, content, ...message }: SmsMessage, credentials: Credentials) {
  return {
    json: {
      originator: message.from ?? textOf(credentials, 'from'),
      recipients: [to.replace(/^\+/, '')],
      body: content,
      datacoding: 'auto',
      // The vendor returns this ID with every event of the message.
      reference: id,
    },
  };
}
