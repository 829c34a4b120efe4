import { bearer, textAt, textOf } from '#lib/providers/credential.ts';
import { required, smsProvider } from '#lib/providers/definition.ts';
import { readTelnyxFate, telnyxEvents } from '#lib/providers/events/telnyx-events.ts';
import { registerTelnyx } from '#lib/providers/events/telnyx-webhook.ts';
import { codeKinds } from '#lib/providers/http/answer-kinds.ts';
import { type Credentials, type HttpRequest, httpProvider } from '#lib/providers/http/http.ts';
import type { SmsMessage } from '#lib/providers/message.ts';

export const provider = smsProvider({
  id: 'telnyx',
  displayName: 'Telnyx',
  color: '#00e3aa',
  docsLink: 'https://developers.telnyx.com/docs/messaging',
  credentials: [
    required('apiKey', 'API Key'),
    required('messageProfileId', 'Message profile ID'),
    required('from', 'From'),
  ],
  events: telnyxEvents,
  ...httpProvider<'sms'>({
    auth: (credentials) => ({ headers: bearer(textOf(credentials, 'apiKey')) }),
    request,
    casing: 'snake',
    messageId: ({ json }) => textAt(json, 'data', 'id'),
    // https://developers.telnyx.com/docs/messaging/messages/error-codes
    refusal: ({ json }) => {
      const code = textAt(json, 'errors', 0, 'code');
      const words = textAt(json, 'errors', 0, 'detail') ?? textAt(json, 'errors', 0, 'title');
      return { words, code, kind: kindOf(code) };
    },
    check: {
      // https://developers.telnyx.com/api-reference/profiles/retrieve-a-messaging-profile
      request: (credentials) => ({
        method: 'GET',
        url: profileUrl(credentials),
      }),
      words: ({ json }) => `The key may use the messaging profile ${textAt(json, 'data', 'name') ?? ''}`.trim(),
    },
    fate: {
      // https://developers.telnyx.com/api-reference/messages/retrieve-a-message
      request: ({ providerMessageId }) => ({
        method: 'GET',
        url: `${ORIGIN}/v2/messages/${encodeURIComponent(providerMessageId)}`,
      }),
      read: readTelnyxFate,
    },
    registration: registerTelnyx(profileUrl),
  }),
});

const kindOf = codeKinds({
  // Insufficient funds, an unverified account, a disabled profile.
  account: '20100 10038 40312 40333',
  // The sender does not belong to the profile, or cannot reach the number.
  configuration: '40305 40306 40308 40313 40319',
  rate_limited: '40318',
});

const ORIGIN = 'https://api.telnyx.com';

function profileUrl(credentials: Credentials): string {
  return `${ORIGIN}/v2/messaging_profiles/${encodeURIComponent(textOf(credentials, 'messageProfileId'))}`;
}

/**
 * Returns the request that sends a message: https://developers.telnyx.com/api-reference/messages/send-a-message. The
 * API accepts no custom ID.
 */
function request({ to, content, ...message }: SmsMessage, credentials: Credentials): HttpRequest {
  return {
    url: `${ORIGIN}/v2/messages`,
    json: {
      from: message.from ?? textOf(credentials, 'from'),
      messaging_profile_id: textOf(credentials, 'messageProfileId'),
      to,
      text: content,
    },
  };
}
