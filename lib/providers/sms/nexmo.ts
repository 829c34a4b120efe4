import { textAt, textOf } from '#lib/providers/credential.ts';
import { required, smsProvider } from '#lib/providers/definition.ts';
import type { AcceptedMessage } from '#lib/providers/events/fate.ts';
import { readVonageFate, vonageEvents } from '#lib/providers/events/vonage-events.ts';
import { registerVonage, vonageSignIn } from '#lib/providers/events/vonage-webhook.ts';
import { codeKinds } from '#lib/providers/http/answer-kinds.ts';
import {
  type Credentials,
  type HttpAnswer,
  type HttpRequest,
  httpProvider,
  type Refusal,
} from '#lib/providers/http/http.ts';
import { hasNone } from '#lib/providers/http/http-answer.ts';
import type { SmsMessage } from '#lib/providers/message.ts';
import { isGsm7 } from '#lib/providers/sms-text.ts';

export const provider = smsProvider({
  id: 'nexmo',
  displayName: 'Nexmo',
  color: '#871fff',
  availability: 'renamed',
  availabilityNote: 'Nexmo is the Vonage SMS API today.',
  docsLink: 'https://developer.vonage.com/en/messaging/sms/overview',
  credentials: [required('apiKey', 'API Key'), required('secretKey', 'API secret'), required('from', 'From')],
  events: vonageEvents,
  ...httpProvider<'sms'>({
    // The key and the secret are fields of the body.
    auth: () => ({ headers: {} }),
    request,
    // The status is 200 even for failures.
    accepted: ({ status, json }) => status === 200 && textAt(json, 'messages', 0, 'status') === '0',
    messageId: ({ json }) => textAt(json, 'messages', 0, 'message-id'),
    refusal,
    check: {
      // https://developer.vonage.com/en/api/account#getAccountBalance
      request: (credentials) => ({
        method: 'GET',
        url: `https://rest.nexmo.com/account/get-balance?${new URLSearchParams(keys(credentials))}`,
        secrets: Object.values(keys(credentials)),
      }),
      words: ({ json }) => `The key works. The balance is ${textAt(json, 'value') ?? 'unknown'} EUR.`,
    },
    fate: { request: recordOf, isUnknown: hasNone('records'), read: readVonageFate },
    registration: registerVonage,
  }),
});

function keys(credentials: Credentials): Record<string, string> {
  return { api_key: textOf(credentials, 'apiKey'), api_secret: textOf(credentials, 'secretKey') };
}

/** Returns the request that sends a message: https://developer.vonage.com/en/api/sms#send-an-sms */
function request({ id, to, content, ...message }: SmsMessage, credentials: Credentials): HttpRequest {
  return {
    url: 'https://rest.nexmo.com/sms/json',
    form: {
      ...keys(credentials),
      from: message.from ?? textOf(credentials, 'from'),
      // E.164 without the plus sign.
      to: to.replace(/^\+/, ''),
      text: content,
      ...(!isGsm7(content) && { type: 'unicode' }),
      // The vendor returns this ID with every event of the message.
      'client-ref': id,
    },
  };
}

/**
 * Returns the request for the record of a message:
 * https://developer.vonage.com/en/reports/code-snippets/load-records-sync-id
 */
function recordOf({ providerMessageId }: AcceptedMessage, credentials: Credentials): HttpRequest {
  const apiKey = textOf(credentials, 'apiKey');
  return {
    method: 'GET',
    url: 'https://api.nexmo.com/v2/reports/records',
    query: { account_id: apiKey, product: 'SMS', direction: 'outbound', id: providerMessageId },
    ...vonageSignIn(credentials),
  };
}

const kindOf = codeKinds({
  rate_limited: '1 10',
  unavailable: '5',
  // Wrong credentials, wrong signature, missing signature.
  auth: '4 14 32',
  // The account is barred, out of credit or not enabled for HTTP, or the destination is not allowed yet.
  account: '8 9 11 29',
  configuration: '15',
});

/** Reads the error from a response: https://developer.vonage.com/en/api-errors/sms */
function refusal({ json, status }: HttpAnswer): Refusal {
  const code = textAt(json, 'messages', 0, 'status');
  const words = textAt(json, 'messages', 0, 'error-text') ?? textAt(json, 'detail') ?? textAt(json, 'error-code-label');
  return { words, code, ...(status === 200 && { kind: kindOf(code) }) };
}
