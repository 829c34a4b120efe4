import { basic, textAt, textOf } from '#lib/providers/credential.ts';
import { optional, required, smsProvider } from '#lib/providers/definition.ts';
import { plivoEvents, readPlivoFate } from '#lib/providers/events/plivo-events.ts';
import { type Credentials, type HttpRequest, httpProvider } from '#lib/providers/http/http.ts';
import type { SmsMessage } from '#lib/providers/message.ts';

export const provider = smsProvider({
  id: 'plivo',
  displayName: 'Plivo',
  color: '#2d9e1d',
  docsLink: 'https://www.plivo.com/docs/',
  events: plivoEvents,
  credentials: [
    required('accountSid', 'Account SID'),
    required('token', 'Auth token'),
    required('from', 'From', { unless: 'powerpackUuid' }),
    optional('powerpackUuid', 'Powerpack UUID', {
      description: 'Plivo chooses the sender from the numbers of this Powerpack. Replaces From.',
    }),
  ],
  ...httpProvider<'sms'>({
    auth: (credentials) => ({ headers: basic(textOf(credentials, 'accountSid'), textOf(credentials, 'token')) }),
    request,
    casing: 'snake',
    finish: (given) => ({ ...given, json: withOneSender(given.json ?? {}) }),
    messageId: ({ json }) => textAt(json, 'message_uuid', 0),
    // https://docs.plivo.com/docs/messaging/api/response
    refusal: ({ json }) => ({ words: textAt(json, 'error') }),
    check: {
      // https://docs.plivo.com/docs/account/api/account
      request: (credentials) => ({ method: 'GET', url: `${account(credentials)}/` }),
      words: ({ json }) => `The account is ${textAt(json, 'name') || 'available'}`,
    },
    fate: {
      // https://www.plivo.com/docs/messaging/api/messages/
      request: ({ providerMessageId }, credentials) => ({
        method: 'GET',
        url: `${account(credentials)}/Message/${encodeURIComponent(providerMessageId)}/`,
      }),
      read: readPlivoFate,
    },
  }),
});

function account(credentials: Credentials): string {
  return `https://api.plivo.com/v1/Account/${encodeURIComponent(textOf(credentials, 'accountSid'))}`;
}

/**
 * Returns the request that sends a message: https://docs.plivo.com/docs/messaging/api/message. The API accepts no
 * custom ID.
 */
function request(
  { to, content, ...message }: SmsMessage,
  credentials: Credentials,
  eventsUrl: string | undefined,
): HttpRequest {
  const powerpack = message.from === undefined && textOf(credentials, 'powerpackUuid');
  return {
    url: `${account(credentials)}/Message/`,
    json: {
      ...(powerpack ? { powerpack_uuid: powerpack } : { src: message.from ?? textOf(credentials, 'from') }),
      dst: to.replace(/^\+/, ''),
      text: content,
      ...(eventsUrl !== undefined && { url: eventsUrl, method: 'POST' }),
    },
  };
}

/**
 * Removes the sender if a Powerpack is set, because the API refuses both together:
 * https://docs.plivo.com/docs/messaging/api/message
 */
function withOneSender({ src, ...rest }: Record<string, unknown>): Record<string, unknown> {
  return src === undefined || rest.powerpack_uuid !== undefined ? rest : { src, ...rest };
}
