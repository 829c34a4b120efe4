import { basic, switchOf, textAt, textOf } from '#lib/providers/credential.ts';
import { optional, required, smsProvider } from '#lib/providers/definition.ts';
import { codeKinds } from '#lib/providers/http/answer-kinds.ts';
import { type Auth, type Credentials, type HttpAnswer, httpProvider, type Refusal } from '#lib/providers/http/http.ts';
import { oauthAccess } from '#lib/providers/http/oauth.ts';
import type { SendTools } from '#lib/providers/send.ts';

export const provider = smsProvider({
  id: 'ring-central',
  displayName: 'RingCentral',
  color: '#f68a1e',
  docsLink: 'https://developers.ringcentral.com/guide/messaging',
  credentials: [
    required('clientId', 'Client ID'),
    required('secretKey', 'Client secret'),
    optional('secure', 'Is sandbox', { type: 'switch' }),
    required('token', 'JWT token'),
    required('from', 'From'),
  ],
  ...httpProvider<'sms'>({
    auth: accessToken,
    // https://developers.ringcentral.com/api-reference/SMS/createSMSMessage. The API accepts no custom ID.
    request: ({ to, content, ...message }, credentials) => ({
      url: `${origin(credentials)}/restapi/v1.0/account/~/extension/~/sms`,
      json: {
        from: { phoneNumber: message.from ?? textOf(credentials, 'from') },
        to: [{ phoneNumber: to }],
        text: content,
      },
    }),
    messageId: ({ json }) => textAt(json, 'id'),
    refusal,
  }),
  check: async (tools) => {
    await accessToken(tools.credentials, tools);
    const words = 'RingCentral accepts the application and the JWT. Send a test to see whether the number may send.';
    return { words, exchange: { request: '' } };
  },
});

function origin(credentials: Credentials): string {
  return `https://platform.${switchOf(credentials, 'secure') ? 'devtest.' : ''}ringcentral.com`;
}

/** Requests an access token: https://developers.ringcentral.com/guide/authentication/jwt-flow */
async function accessToken(credentials: Credentials, tools: SendTools): Promise<Auth> {
  const [id, secret, jwt] = ['clientId', 'secretKey', 'token'].map((key) => textOf(credentials, key));
  const url = `${origin(credentials)}/restapi/oauth/token`;
  const form = { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion: jwt ?? '' };
  return oauthAccess([url, id ?? '', secret ?? '', form.assertion], tools, () => ({
    request: { url, form, secrets: [form.assertion] },
    auth: basic(id ?? '', secret ?? ''),
  }));
}

const kindOf = codeKinds({
  // The number or the application may not send SMS.
  account: 'FeatureNotAvailable MSG-242 InsufficientPermissions CMN-401',
});

/**
 * Reads the error from a response: https://developers.ringcentral.com/guide/basics/errors. The first entry of `errors`
 * is the most specific.
 */
function refusal({ json }: HttpAnswer): Refusal {
  const code = textAt(json, 'errors', 0, 'errorCode') ?? textAt(json, 'errorCode');
  return { words: textAt(json, 'errors', 0, 'message') ?? textAt(json, 'message'), code, kind: kindOf(code) };
}
