import { textAt, textOf } from '#lib/providers/credential.ts';
import { required, smsProvider } from '#lib/providers/definition.ts';
import { type Credentials, type HttpRequest, httpProvider } from '#lib/providers/http.ts';
import type { SmsMessage } from '#lib/providers/message.ts';
import { retryAfterMs } from '#lib/providers/retry-after.ts';
import { isGsm7 } from '#lib/providers/sms-text.ts';

export const provider = smsProvider({
  id: 'brevo-sms',
  displayName: 'Brevo',
  docsLink: 'https://developers.brevo.com/reference/sendtransacsms',
  credentials: [required('apiKey', 'API Key'), required('from', 'From')],
  ...httpProvider<'sms'>({
    auth: (credentials) => ({ headers: { 'api-key': textOf(credentials, 'apiKey') } }),
    request,
    messageId: ({ json }) => textAt(json, 'messageId'),
    refusal: ({ json, headers }, now) => ({
      words: textAt(json, 'message'),
      code: textAt(json, 'code'),
      // Seconds: https://developers.brevo.com/docs/limit-headers
      retryAfterMs: retryAfterMs(headers['x-sib-ratelimit-reset'], now),
    }),
    check: {
      // https://developers.brevo.com/reference/getaccount
      request: () => ({ method: 'GET', url: `${ORIGIN}/v3/account` }),
      words: ({ json }) => `The key is of ${textAt(json, 'companyName') || textAt(json, 'email') || 'an account'}`,
    },
  }),
});

const ORIGIN = 'https://api.brevo.com';

/** https://developers.brevo.com/reference/sendtransacsms. The API takes no id of ours. */
function request({ to, content, ...message }: SmsMessage, credentials: Credentials): HttpRequest {
  return {
    url: `${ORIGIN}/v3/transactionalSMS/sms`,
    headers: { accept: 'application/json' },
    json: {
      sender: message.from ?? textOf(credentials, 'from'),
      recipient: to.replace(/^\+/, ''),
      content,
      type: 'transactional',
      ...(!isGsm7(content) && { unicodeEnabled: true }),
    },
  };
}
