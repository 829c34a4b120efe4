import { textAt, textOf } from '#lib/providers/credential.ts';
import { optional, required, smsProvider } from '#lib/providers/definition.ts';
import { baseUrl } from '#lib/providers/http/base-url.ts';
import { type Credentials, type HttpAnswer, httpProvider, type Refusal } from '#lib/providers/http/http.ts';

export const provider = smsProvider({
  id: 'termii',
  displayName: 'Termii',
  color: '#344bfd',
  docsLink: 'https://developers.termii.com/',
  credentials: [
    optional('baseUrl', 'Base URL', { format: 'urlOrHost' }),
    required('apiKey', 'API Key'),
    required('from', 'From'),
  ],
  ...httpProvider<'sms'>({
    // The key is a field of the body.
    auth: () => ({ headers: {} }),
    // https://developers.termii.com/messaging-api. An override `channel: dnd` chooses the transactional route.
    request: ({ to, content, ...message }, credentials) => ({
      url: `${base(credentials)}/api/sms/send`,
      json: {
        api_key: textOf(credentials, 'apiKey'),
        to: to.replace(/^\+/, ''),
        from: message.from ?? textOf(credentials, 'from'),
        sms: content,
        type: 'plain',
        channel: 'generic',
      },
    }),
    casing: 'snake',
    messageId: ({ json }) => textAt(json, 'message_id'),
    refusal,
  }),
});

/** Each account has its own host. The default is Termii's earlier host, which still serves all accounts. */
function base(credentials: Credentials): string {
  return baseUrl(textOf(credentials, 'baseUrl') || 'https://api.ng.termii.com');
}

/** Errors have texts, but no codes: https://developers.termii.com/error/ */
const STATES = [
  [/invalid sender id|sender ?id not found/i, 'configuration'],
  [/insufficient|not active|not set up on this route|daily limit/i, 'account'],
] as const;

function refusal({ status, json }: HttpAnswer): Refusal {
  const words = textAt(json, 'message');
  return { words, kind: status < 500 ? STATES.find(([text]) => text.test(words ?? ''))?.[1] : undefined };
}
