import { textAt, textOf } from '#lib/providers/credential.ts';
import { required, smsProvider } from '#lib/providers/definition.ts';
import { codeKinds } from '#lib/providers/http/answer-kinds.ts';
import { type HttpAnswer, httpProvider, type Refusal } from '#lib/providers/http/http.ts';
import { isSuccess } from '#lib/providers/http/http-answer.ts';

export const provider = smsProvider({
  id: 'clickatell',
  displayName: 'Clickatell',
  color: '#2bb673',
  docsLink: 'https://docs.clickatell.com/',
  credentials: [required('apiKey', 'API Key')],
  ...httpProvider<'sms'>({
    auth: (credentials) => ({ headers: { authorization: textOf(credentials, 'apiKey') } }),
    // https://guides.clickatell.com/clickatell-chat-commerce-platform/developer/channels/whatsapp-and-sms-one-api/api-reference/messages/send-messages
    request: ({ to, content, from }) => ({
      url: 'https://platform.clickatell.com/v1/message',
      // The integration at Clickatell determines the sender. A two-way integration accepts one of its own numbers as
      // the sender.
      json: { messages: [{ channel: 'sms', to: to.replace(/^\+/, ''), content, ...(from && { from }) }] },
    }),
    accepted: (answer) => isSuccess(answer) && textAt(answer.json, 'messages', 0, 'apiMessageId') !== undefined,
    messageId: ({ json }) => textAt(json, 'messages', 0, 'apiMessageId'),
    refusal,
  }),
});

const kindOf = codeKinds({
  // A wrong key, or an address that the account does not allow.
  auth: '1 7',
  // An inactive account or integration, no credit, an ended trial, numbers and countries that are not enabled.
  account: '2 3 20 38 39 46 101 110 111',
  configuration: '44 45',
  rate_limited: '43',
  unavailable: '18 19',
});

/**
 * Reads the error from a response: https://docs.clickatell.com/channels/one-api/one-api-errors-table/. The error is
 * either in the message’s entry or at the top level.
 */
function refusal({ json }: HttpAnswer): Refusal {
  const code = textAt(json, 'messages', 0, 'error', 'code') ?? textAt(json, 'error', 'code');
  const words = textAt(json, 'messages', 0, 'error', 'description') ?? textAt(json, 'error', 'description');
  return { words, code, kind: kindOf(code) };
}
