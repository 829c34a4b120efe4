import { textAt, textOf } from '#lib/providers/credential.ts';
import { optional, pushProvider, required } from '#lib/providers/definition.ts';
import {
  type Credentials,
  type HttpAnswer,
  type HttpRequest,
  httpProvider,
  type Refusal,
} from '#lib/providers/http/http.ts';
import type { PushMessage } from '#lib/providers/message.ts';
import { fittingData } from '#lib/providers/push-data.ts';
import { uuidOf } from '#lib/providers/uuid.ts';

export const provider = pushProvider({
  id: 'one-signal',
  displayName: 'OneSignal',
  color: '#e54b4d',
  docsLink: 'https://documentation.onesignal.com/',
  credentials: [
    required('applicationId', 'Application ID'),
    required('apiKey', 'API Key'),
    optional('apiVersion', 'One Signal API', {
      type: 'dropdown',
      options: [
        { name: 'Default (Player Model)', value: 'playerModel' },
        { name: 'External ID', value: 'externalId' },
      ],
    }),
  ],
  ...httpProvider<'push'>({
    auth: (credentials) => ({ headers: { authorization: `Key ${textOf(credentials, 'apiKey')}` } }),
    request,
    finish,
    casing: 'snake',
    // A response with status 200 but without an ID is a failure.
    accepted: ({ status, json }) => status === 200 && Boolean(textAt(json, 'id')),
    messageId: ({ json }) => textAt(json, 'id'),
    refusal,
    check: {
      // https://documentation.onesignal.com/reference/view-messages
      request: (credentials) => ({
        method: 'GET',
        url: `${ORIGIN}/notifications?limit=1&app_id=${encodeURIComponent(textOf(credentials, 'applicationId'))}`,
      }),
      words: () => 'The key belongs to the application',
    },
  }),
});

const ORIGIN = 'https://api.onesignal.com';

/**
 * Returns the request that sends a message: https://documentation.onesignal.com/reference/push-notification. A `player`
 * of the former API is now a subscription with the same ID. Idempotency keys:
 * https://documentation.onesignal.com/reference/idempotent-notification-requests
 */
function request({ id, token, title, content }: PushMessage, credentials: Credentials): HttpRequest {
  const isExternal = textOf(credentials, 'apiVersion') === 'externalId';
  return {
    url: `${ORIGIN}/notifications?c=push`,
    json: {
      app_id: textOf(credentials, 'applicationId'),
      ...(isExternal
        ? { include_aliases: { external_id: [token] }, target_channel: 'push' }
        : { include_subscription_ids: [token] }),
      ...(title && { headings: { en: title } }),
      contents: { en: content },
      idempotency_key: uuidOf(id),
      // After a repeated attempt, the device replaces the first notification with the second.
      collapse_id: id,
    },
  };
}

/** Limits the data to 2,048 bytes: https://documentation.onesignal.com/reference/push-notification. */
function finish(given: HttpRequest, message: PushMessage): HttpRequest {
  const limits = { vendor: 'OneSignal', bytes: 2048, whole: (data: object) => data };
  const { data, leftOut } = fittingData(message, limits);
  return { ...given, json: { ...(data && { data }), ...given.json }, leftOut };
}

/** The recipient may subscribe again later, with the same ID. */
const NOT_SUBSCRIBED = /not subscribed/i;

/**
 * Errors are texts, objects with a title, or lists of unknown recipients by kind. An unknown subscription no longer
 * exists, so its token is removed. An unknown external ID is kept, because it belongs to the customer's product. A
 * subscription that is switched off is kept too.
 */
function refusal({ status, json }: HttpAnswer): Refusal {
  const words =
    textAt(json, 'errors', 0) ?? textAt(json, 'errors', 0, 'title') ?? textAt(json, 'errors', 'invalid_player_ids', 0);
  const code = textAt(json, 'errors', 0, 'code');
  const [, unknown] = /"invalid_(\w+)"/.exec(JSON.stringify(json) ?? '') ?? [];
  if (status !== 200) return { words, code, ...(/^app_id not found/i.test(words ?? '') && { kind: 'configuration' }) };
  if (unknown === 'player_ids' || unknown === 'subscription_ids')
    return { words: 'The subscription does not exist', code, kind: 'token_gone' };
  if (unknown !== undefined) return { words: 'No user has this external id', code, kind: 'recipient' };
  return { words, code, ...(NOT_SUBSCRIBED.test(words ?? '') && { kind: 'recipient' }) };
}
