import { basic, textAt, textOf } from '#lib/providers/credential.ts';
import { required, smsProvider } from '#lib/providers/definition.ts';
import { httpProvider } from '#lib/providers/http/http.ts';

export const provider = smsProvider({
  id: 'forty-six-elks',
  displayName: '46elks',
  color: '#00a05e',
  docsLink: 'https://46elks.com/docs/send-sms',
  credentials: [required('user', 'Username'), required('password', 'Password'), required('from', 'From')],
  ...httpProvider<'sms'>({
    auth: (credentials) => ({ headers: basic(textOf(credentials, 'user'), textOf(credentials, 'password')) }),
    // https://46elks.com/docs/send-sms. The API accepts no custom ID. Its errors are plain text.
    request: ({ to, content, ...message }, credentials) => ({
      url: `${API}/sms`,
      form: { from: message.from ?? textOf(credentials, 'from'), to, message: content },
    }),
    messageId: ({ json }) => textAt(json, 'id'),
    // An account without credit and an account without permission have the same status, 403.
    refusal: ({ status, body }) => (status === 403 && /credit/i.test(body) ? { kind: 'account' } : {}),
    check: {
      // https://46elks.com/docs/get-account
      request: () => ({ method: 'GET', url: `${API}/me` }),
      words: ({ json }) => `The account is ${textAt(json, 'displayname') || textAt(json, 'email') || 'available'}`,
    },
  }),
});

const API = 'https://api.46elks.com/a1';
