import { valueAt } from '#lib/json/values.ts';
import { textAt, textOf } from '#lib/providers/credential.ts';
import { required, smsProvider } from '#lib/providers/definition.ts';
import { infobipEvents, readInfobipFate } from '#lib/providers/events/infobip-events.ts';
import { registerInfobip } from '#lib/providers/events/infobip-webhook.ts';
import { type Credentials, type HttpRequest, httpProvider } from '#lib/providers/http/http.ts';
import { hasNone } from '#lib/providers/http/http-answer.ts';
import { infobip, infobipBase, isTakenByInfobip } from '#lib/providers/infobip.ts';
import type { SmsMessage } from '#lib/providers/message.ts';

export const provider = smsProvider({
  id: 'infobip-sms',
  displayName: 'Infobip',
  color: '#fc6423',
  docsLink: 'https://www.infobip.com/docs/sms',
  credentials: [
    required('baseUrl', 'Base URL', { format: 'urlOrHost' }),
    required('apiKey', 'API Key'),
    required('from', 'From'),
  ],
  events: infobipEvents,
  ...httpProvider<'sms'>({
    ...infobip,
    request,
    accepted: ({ status, json }) => status === 200 && isTakenByInfobip(valueAt(json, ['messages', '0'])),
    messageId: ({ json }) => textAt(json, 'messages', 0, 'messageId'),
    fate: {
      // https://www.infobip.com/docs/api/channels/sms/logs-and-status-reports/get-outbound-sms-message-logs
      request: ({ providerMessageId }, credentials) => ({
        method: 'GET',
        url: `${infobipBase(credentials)}/sms/3/logs`,
        query: { messageId: providerMessageId },
      }),
      // The list is also empty for a message older than 48 hours, because its log is deleted.
      isUnknown: hasNone('results'),
      read: readInfobipFate,
    },
    registration: registerInfobip,
  }),
});

/**
 * Returns the request that sends a message:
 * https://www.infobip.com/docs/api/channels/sms/outbound-sms/send-sms-messages
 */
function request({ id, to, content, ...message }: SmsMessage, credentials: Credentials): HttpRequest {
  const sms = {
    sender: message.from ?? textOf(credentials, 'from'),
    destinations: [{ to: to.replace(/^\+/, '') }],
    content: { text: content },
    // The vendor returns this ID with every event of the message.
    webhooks: { callbackData: id },
  };
  return { url: `${infobipBase(credentials)}/sms/3/messages`, json: { messages: [sms] } };
}
