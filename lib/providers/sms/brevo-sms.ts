import { BREVO_ORIGIN, brevo } from '#lib/providers/brevo.ts';
import { textOf } from '#lib/providers/credential.ts';
import { required, smsProvider } from '#lib/providers/definition.ts';
import { type Credentials, type HttpRequest, httpProvider } from '#lib/providers/http/http.ts';
import type { SmsMessage } from '#lib/providers/message.ts';
import { isGsm7 } from '#lib/providers/sms-text.ts';

export const provider = smsProvider({
  id: 'brevo-sms',
  displayName: 'Brevo',
  color: '#0b996e',
  docsLink: 'https://developers.brevo.com/reference/sendtransacsms',
  credentials: [required('apiKey', 'API Key'), required('from', 'From')],
  ...httpProvider<'sms'>({
    ...brevo,
    request,
  }),
});

/**
 * Returns the request that sends a message: https://developers.brevo.com/reference/sendtransacsms. The API accepts no
 * custom ID.
 */
function request({ to, content, ...message }: SmsMessage, credentials: Credentials): HttpRequest {
  return {
    url: `${BREVO_ORIGIN}/v3/transactionalSMS/sms`,
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
