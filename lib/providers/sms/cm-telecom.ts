import { textAt, textOf } from '#lib/providers/credential.ts';
import { required, smsProvider } from '#lib/providers/definition.ts';
import { codeKinds } from '#lib/providers/http/answer-kinds.ts';
import { type HttpAnswer, httpProvider, type Refusal } from '#lib/providers/http/http.ts';

export const provider = smsProvider({
  id: 'cm-telecom',
  displayName: 'CM.com',
  color: '#0056b3',
  docsLink: 'https://developers.cm.com/messaging/docs/sms',
  credentials: [required('apiToken', 'Product Token'), required('from', 'From')],
  ...httpProvider<'sms'>({
    auth: (credentials) => ({ headers: { 'x-cm-producttoken': textOf(credentials, 'apiToken') } }),
    // https://developers.cm.com/messaging/docs/integration. Numbers begin with 00.
    request: ({ id, to, content, ...message }, credentials) => ({
      url: 'https://gw.messaging.cm.com/v1.0/message',
      json: {
        messages: {
          msg: [
            {
              from: message.from ?? textOf(credentials, 'from'),
              to: [{ number: to.replace(/^\+/, '00') }],
              // With `auto`, the vendor chooses the encoding.
              body: { type: 'auto', content },
              minimumNumberOfMessageParts: 1,
              maximumNumberOfMessageParts: 8,
              // The vendor returns this ID with every event of the message, and assigns no other ID.
              reference: id,
            },
          ],
        },
      },
    }),
    accepted: ({ status, json }) => status === 200 && textAt(json, 'errorCode') === '0',
    messageId: ({ json }) => textAt(json, 'messages', 0, 'reference'),
    idIsOptional: true,
    refusal,
  }),
});

const kindOf = codeKinds({
  auth: '101 103',
  account: '102',
  configuration: '301',
  unavailable: '500',
});

/**
 * Reads the error from a response:
 * https://github.com/cmdotcom/text-sdk-php/blob/main/src/CMText/TextClientStatusCodes.php. The message's code is more
 * specific than the request's.
 */
function refusal({ json }: HttpAnswer): Refusal {
  const own = textAt(json, 'messages', 0, 'messageErrorCode');
  const code = own && own !== '0' ? own : textAt(json, 'errorCode');
  return { words: textAt(json, 'messages', 0, 'messageDetails') ?? textAt(json, 'details'), code, kind: kindOf(code) };
}
