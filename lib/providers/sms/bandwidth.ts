import { basic, textAt, textOf } from '#lib/providers/credential.ts';
import { required, smsProvider } from '#lib/providers/definition.ts';
import { type Auth, type Credentials, type HttpAnswer, httpProvider, type Refusal } from '#lib/providers/http/http.ts';
import { oauthAccess } from '#lib/providers/http/oauth.ts';
import type { SendTools } from '#lib/providers/send.ts';

export const provider = smsProvider({
  id: 'bandwidth',
  displayName: 'Bandwidth',
  color: '#079cee',
  availabilityNote: 'Bandwidth no longer accepts passwords: enter the ID and the secret of an API credential.',
  docsLink: 'https://dev.bandwidth.com/docs/messaging/createMessage',
  credentials: [
    required('user', 'Client ID'),
    required('password', 'Client secret'),
    required('accountSid', 'Account ID'),
    required('applicationId', 'Application ID', {
      description: 'Bandwidth App: Applications → your messaging application. Each message requires the ID.',
    }),
    required('from', 'From'),
  ],
  ...httpProvider<'sms'>({
    auth: accessToken,
    // https://dev.bandwidth.com/docs/messaging/createMessage
    request: ({ id, to, content, ...message }, credentials) => ({
      url: messages(credentials),
      json: {
        applicationId: textOf(credentials, 'applicationId'),
        to: [to],
        from: message.from ?? textOf(credentials, 'from'),
        text: content,
        // The vendor returns this ID with every event of the message.
        tag: id,
      },
    }),
    messageId: ({ json }) => textAt(json, 'id'),
    refusal,
    check: {
      // https://dev.bandwidth.com/docs/messaging/getMessage
      request: (credentials) => ({
        method: 'GET',
        url: `${messages(credentials)}?sourceTn=${encodeURIComponent(textOf(credentials, 'from'))}&limit=1`,
      }),
      words: () => 'The credential belongs to the account',
    },
  }),
});

function messages(credentials: Credentials): string {
  const account = encodeURIComponent(textOf(credentials, 'accountSid'));
  return `https://messaging.bandwidth.com/api/v2/users/${account}/messages`;
}

/** Requests an access token: https://dev.bandwidth.com/docs/account/credentials/management/ */
async function accessToken(credentials: Credentials, tools: SendTools): Promise<Auth> {
  const [id, secret] = [textOf(credentials, 'user'), textOf(credentials, 'password')];
  return oauthAccess(['bandwidth', id, secret], tools, () => ({
    request: {
      url: 'https://api.bandwidth.com/api/v1/oauth2/token',
      form: { grant_type: 'client_credentials' },
    },
    auth: basic(id, secret),
  }));
}

/** Reads the error from a response: https://dev.bandwidth.com/docs/messaging/errors */
function refusal({ json }: HttpAnswer): Refusal {
  const field = [textAt(json, 'fieldErrors', 0, 'fieldName'), textAt(json, 'fieldErrors', 0, 'description')];
  const words = [textAt(json, 'description'), field.filter(Boolean).join(' ')].filter(Boolean).join(': ');
  return { words, code: textAt(json, 'type') };
}
