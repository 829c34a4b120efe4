import { codeKinds } from '#lib/providers/answer-kinds.ts';
import { basic, textAt, textOf } from '#lib/providers/credential.ts';
import { required, smsProvider } from '#lib/providers/definition.ts';
import {
  type Credentials,
  type HttpAnswer,
  type HttpRequest,
  httpProvider,
  type Refusal,
} from '#lib/providers/http.ts';
import type { SmsMessage } from '#lib/providers/message.ts';
import { readTwilioFate, twilioEvents } from '#lib/providers/twilio-events.ts';

export const provider = smsProvider({
  id: 'twilio',
  displayName: 'Twilio',
  color: '#f22f46',
  docsLink: 'https://www.twilio.com/docs/messaging',
  events: twilioEvents,
  credentials: [required('accountSid', 'Account SID'), required('token', 'Auth token'), required('from', 'From')],
  ...httpProvider<'sms'>({
    auth: (credentials) => ({ headers: basic(textOf(credentials, 'accountSid'), textOf(credentials, 'token')) }),
    request,
    casing: 'pascal',
    messageId: ({ json }) => textAt(json, 'sid'),
    refusal,
    check: {
      request: (credentials) => ({ method: 'GET', url: `${account(credentials)}.json` }),
      words: ({ json }) => `The account ${textAt(json, 'friendly_name') ?? ''} is ${textAt(json, 'status') ?? 'there'}`,
    },
    fate: {
      // https://www.twilio.com/docs/messaging/api/message-resource#fetch-a-message-resource
      request: ({ providerMessageId }, credentials) => ({
        method: 'GET',
        url: `${account(credentials)}/Messages/${encodeURIComponent(providerMessageId)}.json`,
      }),
      read: readTwilioFate,
    },
  }),
});

const kindOf = codeKinds({
  rate_limited: '21611',
  // Suspended, a trial, a disabled country, the account's daily limit.
  account: '20005 21408 21608 30002 63038',
  // A wrong account SID, or a sender that does not belong to the account.
  configuration: '20404 21212 21603 21606 21659 21660 21701 21703',
});

/** https://www.twilio.com/docs/api/errors */
function refusal({ json }: HttpAnswer): Refusal {
  const code = textAt(json, 'code');
  return { words: textAt(json, 'message'), code, kind: kindOf(code) };
}

function account(credentials: Credentials): string {
  const sid = encodeURIComponent(textOf(credentials, 'accountSid'));
  return `https://api.twilio.com/2010-04-01/Accounts/${sid}`;
}

/** https://www.twilio.com/docs/messaging/api/message-resource#create-a-message-resource; errors: https://www.twilio.com/docs/usage/twilios-response */
function request(
  { to, content, ...message }: SmsMessage,
  credentials: Credentials,
  eventsUrl: string | undefined,
): HttpRequest {
  const from = message.from ?? textOf(credentials, 'from');
  const sender: Record<string, string> = /^MG[\da-f]{32}$/i.test(from) ? { MessagingServiceSid: from } : { From: from };
  const events: Record<string, string> = eventsUrl === undefined ? {} : { StatusCallback: eventsUrl };
  return { url: `${account(credentials)}/Messages.json`, form: { To: to, ...sender, Body: content, ...events } };
}
