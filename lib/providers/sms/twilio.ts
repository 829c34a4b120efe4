import { basic, textAt, textOf } from '#lib/providers/credential.ts';
import { dropdown, optional, required, smsProvider } from '#lib/providers/definition.ts';
import { readTwilioFate, twilioEvents } from '#lib/providers/events/twilio-events.ts';
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
  id: 'twilio',
  displayName: 'Twilio',
  color: '#f22f46',
  docsLink: 'https://www.twilio.com/docs/messaging',
  events: twilioEvents,
  credentials: [
    required('accountSid', 'Account SID', {
      description: 'On the first page of the Twilio Console. It begins with AC.',
    }),
    required('token', 'Auth token', { unless: 'apiKey' }),
    optional('apiKey', 'API key SID', {
      together: 'API key',
      advanced: true,
      description:
        'Signs in instead of the auth token, and can be revoked separately. The auth token is then only needed to verify events.',
    }),
    optional('secretKey', 'API key secret', { together: 'API key', advanced: true }),
    dropdown('region', 'Region', { 'US1 (United States)': '', 'IE1 (Ireland)': 'ie1', 'AU1 (Australia)': 'au1' }),
    required('from', 'From', {
      unless: 'messagingServiceSid',
      description: 'A phone number or sender name of the account, such as +15555550100.',
    }),
    optional('messagingServiceSid', 'Messaging Service SID', {
      description: 'Twilio chooses the sender from the pool of this service. Replaces From.',
    }),
  ],
  ...httpProvider<'sms'>({
    auth,
    request,
    casing: 'pascal',
    messageId: ({ json }) => textAt(json, 'sid'),
    refusal,
    check: {
      request: (credentials) => ({
        method: 'GET',
        // Only main API keys can read the account: https://www.twilio.com/docs/iam/api-keys
        url: hasApiKey(credentials)
          ? `${account(credentials)}/Messages.json?PageSize=1`
          : `${account(credentials)}.json`,
      }),
      words: ({ json }, credentials) =>
        hasApiKey(credentials)
          ? 'The API key belongs to the account'
          : `The account ${textAt(json, 'friendly_name') ?? ''} is ${textAt(json, 'status') ?? 'available'}`,
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
  // The account is suspended, is a trial, disallows the country, or has reached its daily limit.
  account: '20005 21408 21608 30002 63038',
  // A wrong account SID, or a sender that does not belong to the account.
  configuration: '20404 21212 21603 21606 21659 21660 21701 21703',
});

/** Reads the error from a response: https://www.twilio.com/docs/api/errors */
function refusal({ json }: HttpAnswer): Refusal {
  const code = textAt(json, 'code');
  return { words: textAt(json, 'message'), code, kind: kindOf(code) };
}

/** Returns the credentials of a request: https://www.twilio.com/docs/usage/requests-to-twilio */
function auth(credentials: Credentials) {
  const [user, password] = hasApiKey(credentials) ? ['apiKey', 'secretKey'] : ['accountSid', 'token'];
  return { headers: basic(textOf(credentials, user), textOf(credentials, password)) };
}

function hasApiKey(credentials: Credentials): boolean {
  return textOf(credentials, 'apiKey') !== '';
}

/** Hosts of the other regions, each with separate credentials: https://www.twilio.com/docs/global-infrastructure/using-the-twilio-rest-api-in-a-non-us-region */
const HOSTS = new Map([
  ['ie1', 'api.dublin.ie1.twilio.com'],
  ['au1', 'api.sydney.au1.twilio.com'],
]);

function account(credentials: Credentials): string {
  const host = HOSTS.get(textOf(credentials, 'region')) ?? 'api.twilio.com';
  return `https://${host}/2010-04-01/Accounts/${encodeURIComponent(textOf(credentials, 'accountSid'))}`;
}

/**
 * Returns the request that sends a message:
 * https://www.twilio.com/docs/messaging/api/message-resource#create-a-message-resource; errors:
 * https://www.twilio.com/docs/usage/twilios-response
 */
function request(
  { to, content, ...message }: SmsMessage,
  credentials: Credentials,
  eventsUrl: string | undefined,
): HttpRequest {
  const from = message.from ?? (textOf(credentials, 'messagingServiceSid') || textOf(credentials, 'from'));
  const sender: Record<string, string> = /^MG[\da-f]{32}$/i.test(from) ? { MessagingServiceSid: from } : { From: from };
  const events: Record<string, string> = eventsUrl === undefined ? {} : { StatusCallback: eventsUrl };
  return { url: `${account(credentials)}/Messages.json`, form: { To: to, ...sender, Body: content, ...events } };
}
