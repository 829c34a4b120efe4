import { textOf } from '#lib/providers/credential.ts';
import { required, smsProvider } from '#lib/providers/definition.ts';
import { codeKinds } from '#lib/providers/http/answer-kinds.ts';
import { type HttpAnswer, httpProvider, type Refusal } from '#lib/providers/http/http.ts';
import { isSuccess } from '#lib/providers/http/http-answer.ts';

export const provider = smsProvider({
  id: 'gupshup',
  displayName: 'Gupshup',
  color: '#2563eb',
  docsLink: 'https://docs.gupshup.io/docs/send-single-message',
  credentials: [required('user', 'User id'), required('password', 'Password')],
  ...httpProvider<'sms'>({
    // User and password are fields of the body.
    auth: () => ({ headers: {} }),
    /**
     * https://docs.gupshup.io/docs/send-message-to-single-number. The account determines the sender, unless the message has
     * one. Overrides can add the IDs of a template: `dltTemplateId`, `principalEntityId`.
     */
    request: ({ to, content, from }, credentials) => ({
      url: 'https://enterprise.smsgupshup.com/GatewayAPI/rest',
      form: {
        userid: textOf(credentials, 'user'),
        password: textOf(credentials, 'password'),
        method: 'SendMessage',
        auth_scheme: 'plain',
        v: '1.1',
        format: 'text',
        msg_type: IS_ASCII.test(content) ? 'TEXT' : 'Unicode_text',
        send_to: to.replace(/^\+/, ''),
        msg: content,
        ...(from && { mask: from }),
      },
    }),
    accepted: (answer) => isSuccess(answer) && partsOf(answer)[0] === 'success',
    messageId: (answer) => partsOf(answer)[2],
    refusal,
  }),
});

// biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII begins with them
const IS_ASCII = /^[\x00-\x7f]*$/;

/** Splits `success | number | ID` or `error | code | text`. */
function partsOf({ body }: HttpAnswer): string[] {
  return body.split('|').map((part) => part.trim());
}

const kindOf = codeKinds({
  auth: '102 103',
  // A disabled user, a method or a service that is not enabled.
  account: '104 106 175',
  configuration: '108',
});

/** Reads the error from a response: https://docs.gupshup.io/docs/error-codes. The status is 200 even for errors. */
function refusal(answer: HttpAnswer): Refusal {
  const [state, code, ...words] = partsOf(answer);
  return state === 'error' ? { code, words: words.join(' | '), kind: kindOf(code) } : {};
}
