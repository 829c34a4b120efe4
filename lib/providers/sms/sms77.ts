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
import type { SmsMessage } from '#lib/providers/message.ts';

export const provider = smsProvider({
  id: 'sms77',
  displayName: 'sms77',
  color: '#00d488',
  availability: 'renamed',
  availabilityNote: 'sms77 is seven today.',
  docsLink: 'https://docs.seven.io/',
  credentials: [required('apiKey', 'API Key'), required('from', 'From')],
  ...httpProvider<'sms'>({
    auth: (credentials) => ({ headers: { 'x-api-key': textOf(credentials, 'apiKey') } }),
    request,
    casing: 'snake',
    // The status is 200 even for failures.
    accepted: ({ status, json }) => status === 200 && codeOf(json) === '100',
    messageId: ({ json }) => textAt(json, 'messages', 0, 'id'),
    refusal,
    check: {
      // https://docs.seven.io/en/rest-api/endpoints/balance
      request: () => ({ method: 'GET', url: `${API}/balance`, headers: { accept: 'application/json' } }),
      accepted: ({ status, json }) => status === 200 && codeOf(json) !== '900',
      words: ({ json }) => `The key works. The balance is ${textAt(json, 'amount') ?? codeOf(json) ?? 'unknown'} EUR.`,
    },
  }),
});

const API = 'https://gateway.seven.io/api';

/** Returns the request that sends a message: https://docs.seven.io/en/rest-api/endpoints/sms */
function request({ id, to, content, ...message }: SmsMessage, credentials: Credentials): HttpRequest {
  return {
    url: `${API}/sms`,
    headers: { accept: 'application/json' },
    json: {
      to,
      from: message.from ?? textOf(credentials, 'from'),
      text: content,
      // The vendor returns this ID with every event of the message.
      foreign_id: id,
    },
  };
}

/** Returns the code: either the whole response, or one of its fields. */
function codeOf(json: unknown): string | undefined {
  return textAt(json, 'success') ?? textAt({ json }, 'json');
}

const kindOf = codeKinds({
  auth: '300 900 902 903',
  account: '500',
  rate_limited: '403',
  unavailable: '600 700',
});

const WORDS: Readonly<Record<string, string>> = {
  201: 'The country code is not valid',
  202: 'The number of the recipient is not valid',
  306: 'The sender is not valid',
  401: 'The text is too long',
  402: 'The same text went to the number less than 180 s ago',
  403: 'The daily limit of the number is reached',
  500: 'The credit is spent',
  600: 'The carrier failed',
  900: 'The API key is not valid',
  902: 'The API is switched off for the key',
  903: 'The API key may not be used from this address',
};

/** The codes come from the vendor's library: https://github.com/seven-io/js-client */
function refusal({ status, json }: HttpAnswer): Refusal {
  const code = codeOf(json);
  const said = textAt(json, 'messages', 0, 'error_text') ?? textAt(json, 'message');
  if (code === undefined) return { words: said };
  const words = said ?? WORDS[code] ?? `The code is ${code}`;
  return { code, words, ...(status === 200 && { kind: kindOf(code) ?? 'rejected' }) };
}
