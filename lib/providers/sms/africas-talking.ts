import { textAt, textOf } from '#lib/providers/credential.ts';
import { required, smsProvider } from '#lib/providers/definition.ts';
import { codeKinds } from '#lib/providers/http/answer-kinds.ts';
import {
  type Credentials,
  type HttpAnswer,
  type HttpRequest,
  httpProvider,
  type Refusal,
} from '#lib/providers/http/http.ts';
import { isSuccess } from '#lib/providers/http/http-answer.ts';
import type { SmsMessage } from '#lib/providers/message.ts';

export const provider = smsProvider({
  id: 'africas-talking',
  displayName: "Africa's Talking",
  color: '#ea9b1d',
  docsLink: 'https://developers.africastalking.com/',
  credentials: [required('apiKey', 'API Key'), required('user', 'Username'), required('from', 'From')],
  ...httpProvider<'sms'>({
    auth: (credentials) => ({ headers: { apikey: textOf(credentials, 'apiKey') } }),
    request,
    // The status is 201 even for a refused recipient.
    accepted: (answer) => isSuccess(answer) && ACCEPTED.has(recipientOf(answer.json, 'statusCode')),
    messageId: ({ json }) => recipientOf(json, 'messageId'),
    refusal,
    check: {
      // https://developers.africastalking.com/docs/application
      request: (credentials) => ({
        method: 'GET',
        url: `${api(credentials)}/user`,
        query: { username: textOf(credentials, 'user') },
        headers: { accept: 'application/json' },
      }),
      words: ({ json }) => `The key works. The balance is ${textAt(json, 'UserData', 'balance') ?? 'unknown'}`,
    },
  }),
});

/** The user `sandbox` has its own host. */
function api(credentials: Credentials): string {
  const host = textOf(credentials, 'user') === 'sandbox' ? 'api.sandbox' : 'api';
  return `https://${host}.africastalking.com/version1`;
}

/**
 * Returns the request that sends a message: http://docs.africastalking.com/sms/sending/nodejs. The API accepts no
 * custom ID.
 */
function request({ to, content, ...message }: SmsMessage, credentials: Credentials): HttpRequest {
  return {
    url: `${api(credentials)}/messaging`,
    headers: { accept: 'application/json' },
    form: {
      username: textOf(credentials, 'user'),
      to,
      message: content,
      from: message.from ?? textOf(credentials, 'from'),
    },
  };
}

/** The codes of accepted recipients: processed, sent, queued. */
const ACCEPTED: ReadonlySet<string | undefined> = new Set(['100', '101', '102']);

function recipientOf(json: unknown, key: string): string | undefined {
  return textAt(json, 'SMSMessageData', 'Recipients', 0, key);
}

const kindOf = codeKinds({
  account: '405 InsufficientBalance',
  configuration: '402 InvalidSenderId',
  // A fault of Africa’s Talking or of its gateway.
  unavailable: '500 501',
});

/**
 * Reads the error code: from the recipient’s entry, or without an entry from the message. A wrong key results in 401
 * and plain text.
 */
function refusal({ json }: HttpAnswer): Refusal {
  const [code, state] = [recipientOf(json, 'statusCode'), recipientOf(json, 'status')];
  const said = textAt(json, 'SMSMessageData', 'Message');
  if (code) return { words: state, code, kind: kindOf(code) };
  return { words: said, kind: kindOf(said?.replaceAll(' ', '')) };
}
