import { textAt, textOf } from '#lib/providers/credential.ts';
import { required, smsProvider } from '#lib/providers/definition.ts';
import { codeKinds } from '#lib/providers/http/answer-kinds.ts';
import { type HttpAnswer, httpProvider, type Refusal } from '#lib/providers/http/http.ts';
import { isSuccess } from '#lib/providers/http/http-answer.ts';

export const provider = smsProvider({
  id: 'unifonic',
  displayName: 'Unifonic',
  color: '#8a2be2',
  docsLink: 'https://docs.unifonic.com/articles/#!products-documentation/getting-started-with-unifonic',
  credentials: [
    // The App SID is secret, because it alone authenticates a request.
    required('appSid', 'App SID', { secret: true }),
    required('senderId', 'Sender ID'),
    required('from', 'From'),
  ],
  ...httpProvider<'sms'>({
    // The App SID is a field of the body.
    auth: () => ({ headers: {} }),
    // https://docs.unifonic.com/docs/sending-your-first-sms-via-unifonic-api
    request: ({ id, to, content, from }, credentials) => ({
      url: 'https://el.cloud.unifonic.com/rest/SMS/messages',
      headers: { accept: 'application/json' },
      form: {
        AppSid: textOf(credentials, 'appSid'),
        SenderID: from ?? (textOf(credentials, 'senderId') || textOf(credentials, 'from')),
        Body: content,
        Recipient: to.replace(/^\+/, ''),
        responseType: 'JSON',
        CorrelationID: id,
      },
    }),
    accepted: (answer) => isSuccess(answer) && textAt(answer.json, 'errorCode') === 'ER-00',
    messageId: ({ json }) => textAt(json, 'data', 'MessageID'),
    refusal,
  }),
});

/**
 * Error codes of messages and HTTP statuses of requests, many of them specific to Unifonic:
 * https://docs.unifonic.com/articles/products-documentation/understanding-reasons-of-sms-non-delivery/ and
 * https://docs.unifonic.com/articles/api-documentation/http-status-codes
 */
const kindOf = codeKinds({
  account: 'ER-01',
  // 402: the App SID is missing.
  auth: '402 459',
  configuration: 'ER-08 440 480',
});

function refusal({ status, json }: HttpAnswer): Refusal {
  const code = textAt(json, 'errorCode');
  return { words: textAt(json, 'message'), code, kind: kindOf(code) ?? kindOf(String(status)) };
}
