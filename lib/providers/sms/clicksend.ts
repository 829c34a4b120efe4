import { basic, textAt, textOf } from '#lib/providers/credential.ts';
import { required, smsProvider } from '#lib/providers/definition.ts';
import { codeKinds } from '#lib/providers/http/answer-kinds.ts';
import {
  type Credentials,
  type HttpAnswer,
  type HttpRequest,
  httpProvider,
  type Refusal,
} from '#lib/providers/http/http.ts';
import type { SmsMessage } from '#lib/providers/message.ts';

export const provider = smsProvider({
  id: 'clicksend',
  displayName: 'Clicksend',
  color: '#01b6ad',
  docsLink: 'https://developers.clicksend.com/docs/rest/v3/?javascript--nodejs#send-sms',
  credentials: [required('user', 'Username'), required('apiKey', 'API Key'), required('from', 'From')],
  ...httpProvider<'sms'>({
    auth: (credentials) => ({ headers: basic(textOf(credentials, 'user'), textOf(credentials, 'apiKey')) }),
    request,
    casing: 'snake',
    // The status is 200 even for messages that ClickSend did not queue.
    accepted: ({ status, json }) => status === 200 && statusOf(json) === 'SUCCESS',
    messageId: ({ json }) => textAt(json, 'data', 'messages', 0, 'message_id'),
    refusal,
    check: {
      // https://developers.clicksend.com/docs/account-management/account
      request: () => ({ method: 'GET', url: `${API}/account` }),
      words: ({ json }) => `The key belongs to ${textAt(json, 'data', 'username') ?? 'an account'}`,
    },
  }),
});

const API = 'https://rest.clicksend.com/v3';

/** Returns the request that sends a message: https://developers.clicksend.com/docs/messaging/sms */
function request({ id, to, content, ...message }: SmsMessage, credentials: Credentials): HttpRequest {
  const sms = {
    from: message.from ?? textOf(credentials, 'from'),
    to,
    body: content,
    // The vendor returns this ID with every event of the message.
    custom_string: id,
  };
  return { url: `${API}/sms/send`, json: { messages: [sms] } };
}

function statusOf(json: unknown): string | undefined {
  return textAt(json, 'data', 'messages', 0, 'status');
}

const kindOf = codeKinds({
  account: 'INSUFFICIENT_CREDIT COUNTRY_NOT_ENABLED',
  configuration: 'INVALID_SENDER_ID',
  rate_limited: 'THROTTLED',
});

/** Reads the status of the message if the whole request succeeded, otherwise the status of the request. */
function refusal({ status, json }: HttpAnswer): Refusal {
  const inner = status === 200 ? statusOf(json) : undefined;
  if (inner !== undefined) return { code: inner, words: `The message is not queued: ${inner}`, kind: kindOf(inner) };
  return { code: textAt(json, 'response_code'), words: textAt(json, 'response_msg') };
}
