import { codeKinds } from '#lib/providers/answer-kinds.ts';
import { textAt, textOf } from '#lib/providers/credential.ts';
import { required, smsProvider } from '#lib/providers/definition.ts';
import { type Credentials, type HttpRequest, httpProvider } from '#lib/providers/http.ts';
import type { SmsMessage } from '#lib/providers/message.ts';
import { messageBirdEvents, readMessageBirdFate } from '#lib/providers/messagebird-events.ts';

export const provider = smsProvider({
  id: 'messagebird',
  displayName: 'MessageBird',
  color: '#2481d7',
  availability: 'legacy',
  availabilityNote: 'MessageBird is Bird today; its REST API for SMS remains for existing accounts.',
  docsLink: 'https://developers.messagebird.com/api/sms-messaging/',
  credentials: [required('accessKey', 'Access key'), required('from', 'From')],
  events: messageBirdEvents,
  ...httpProvider<'sms'>({
    auth: (credentials) => ({ headers: { authorization: `AccessKey ${textOf(credentials, 'accessKey')}` } }),
    request,
    messageId: ({ json }) => textAt(json, 'id'),
    // https://developers.messagebird.com/api/#api-errors
    refusal: ({ json }) => {
      const code = textAt(json, 'errors', 0, 'code');
      return { words: textAt(json, 'errors', 0, 'description'), code, kind: kindOf(code) };
    },
    check: {
      // https://developers.messagebird.com/api/balance/
      request: () => ({ method: 'GET', url: `${ORIGIN}/balance`, headers: { accept: 'application/json' } }),
      words: ({ json }) => `The key works. The balance is ${textAt(json, 'amount')} ${textAt(json, 'type')}.`,
    },
    fate: {
      // https://developers.messagebird.com/api/sms-messaging/#view-an-sms
      request: ({ providerMessageId }) => ({
        method: 'GET',
        url: `${ORIGIN}/messages/${encodeURIComponent(providerMessageId)}`,
        headers: { accept: 'application/json' },
      }),
      read: readMessageBirdFate,
    },
  }),
});

/** Not enough balance. */
const kindOf = codeKinds({ account: '25' });

const ORIGIN = 'https://rest.messagebird.com';

/** https://developers.messagebird.com/api/sms-messaging/#send-outbound-sms */
function request({ id, to, content, ...message }: SmsMessage, credentials: Credentials): HttpRequest {
  return {
    url: `${ORIGIN}/messages`,
    headers: { accept: 'application/json' },
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
