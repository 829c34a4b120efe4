import { codeKinds } from '#lib/providers/answer-kinds.ts';
import { baseUrl } from '#lib/providers/base-url.ts';
import { textAt, textOf } from '#lib/providers/credential.ts';
import { required, smsProvider } from '#lib/providers/definition.ts';
import {
  type Credentials,
  type HttpAnswer,
  type HttpRequest,
  httpProvider,
  type Refusal,
} from '#lib/providers/http.ts';
import { hasNone } from '#lib/providers/http-answer.ts';
import { infobipEvents, readInfobipFate } from '#lib/providers/infobip-events.ts';
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
    auth: (credentials) => ({ headers: { authorization: `App ${textOf(credentials, 'apiKey')}` } }),
    request,
    // Messages that are rejected have status 200 too.
    accepted: ({ status, json }) => status === 200 && ACCEPTED.has(stateOf(json, 'groupName')),
    messageId: ({ json }) => textAt(json, 'messages', 0, 'messageId'),
    refusal,
    check: {
      // https://www.infobip.com/docs/api/platform/account-management/get-account-balance
      request: (credentials) => ({ method: 'GET', url: `${base(credentials)}/account/1/balance` }),
      words: ({ json }) =>
        `The key works. The balance is ${textAt(json, 'balance') ?? 'unknown'} ${textAt(json, 'currency') ?? ''}`,
    },
    fate: {
      // https://www.infobip.com/docs/api/channels/sms/logs-and-status-reports/get-outbound-sms-message-logs
      request: ({ providerMessageId }, credentials) => ({
        method: 'GET',
        url: `${base(credentials)}/sms/3/logs`,
        query: { messageId: providerMessageId },
      }),
      // The list is also empty for older messages, because logs are kept for 48 hours.
      isUnknown: hasNone('results'),
      read: readInfobipFate,
    },
  }),
});

function base(credentials: Credentials): string {
  return baseUrl(textOf(credentials, 'baseUrl'));
}

/** https://www.infobip.com/docs/api/channels/sms/outbound-sms/send-sms-messages */
function request({ id, to, content, ...message }: SmsMessage, credentials: Credentials): HttpRequest {
  const sms = {
    sender: message.from ?? textOf(credentials, 'from'),
    destinations: [{ to: to.replace(/^\+/, '') }],
    content: { text: content },
    // The vendor returns this ID with every event of the message.
    webhooks: { callbackData: id },
  };
  return { url: `${base(credentials)}/sms/3/messages`, json: { messages: [sms] } };
}

const ACCEPTED: ReadonlySet<string | undefined> = new Set(['ACCEPTED', 'PENDING', 'DELIVERED']);

function stateOf(json: unknown, key: string): string | undefined {
  return textAt(json, 'messages', 0, 'status', key);
}

const kindOf = codeKinds({
  // No credit, or numbers and networks that are not enabled for the account yet.
  account: 'REJECTED_NOT_ENOUGH_CREDITS REJECTED_DESTINATION_NOT_REGISTERED REJECTED_NETWORK',
  configuration: 'REJECTED_SENDER',
  unavailable: 'REJECTED_SYSTEM_ERROR',
});

/**
 * Reads the error in the current form, which contains the invalid fields, or in the earlier form, or the status of the
 * message.
 */
function refusal({ json }: HttpAnswer): Refusal {
  const earlier = ['requestError', 'serviceException'] as const;
  const field = ['property', 'violation'].map((key) => textAt(json, 'violations', 0, key)).filter(Boolean);
  const today = [textAt(json, 'description'), field.join(' ')].filter(Boolean).join(' ');
  const name = stateOf(json, 'name');
  return {
    words: today || (textAt(json, ...earlier, 'text') ?? stateOf(json, 'description')),
    code: textAt(json, 'errorCode') ?? textAt(json, ...earlier, 'messageId') ?? name,
    kind: kindOf(name),
  };
}
