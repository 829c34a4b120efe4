import { basic, textAt, textOf } from '#lib/providers/credential.ts';
import { required, smsProvider } from '#lib/providers/definition.ts';
import { type Credentials, type HttpRequest, httpProvider } from '#lib/providers/http.ts';
import type { SmsMessage } from '#lib/providers/message.ts';

export const provider = smsProvider({
  id: 'twilio',
  displayName: 'Twilio',
  color: '#f22f46',
  docsLink: 'https://www.twilio.com/docs/messaging',
  credentials: [required('accountSid', 'Account SID'), required('token', 'Auth token'), required('from', 'From')],
  ...httpProvider<'sms'>({
    auth: (credentials) => ({ headers: basic(textOf(credentials, 'accountSid'), textOf(credentials, 'token')) }),
    request,
    casing: 'pascal',
    messageId: ({ json }) => textAt(json, 'sid'),
    refusal: ({ json }) => ({ words: textAt(json, 'message'), code: textAt(json, 'code') }),
    check: {
      request: (credentials) => ({ method: 'GET', url: `${account(credentials)}.json` }),
      words: ({ json }) => `The account ${textAt(json, 'friendly_name') ?? ''} is ${textAt(json, 'status') ?? 'there'}`,
    },
  }),
});

function account(credentials: Credentials): string {
  const sid = encodeURIComponent(textOf(credentials, 'accountSid'));
  return `https://api.twilio.com/2010-04-01/Accounts/${sid}`;
}

/** https://www.twilio.com/docs/messaging/api/message-resource#create-a-message-resource; errors: https://www.twilio.com/docs/usage/twilios-response */
function request({ to, content, ...message }: SmsMessage, credentials: Credentials): HttpRequest {
  const from = message.from ?? textOf(credentials, 'from');
  const sender: Record<string, string> = from.startsWith('MG') ? { MessagingServiceSid: from } : { From: from };
  return { url: `${account(credentials)}/Messages.json`, form: { To: to, ...sender, Body: content } };
}
