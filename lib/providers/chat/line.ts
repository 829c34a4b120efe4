import { bearer, textAt, textOf } from '#lib/providers/credential.ts';
import { chatProvider, required } from '#lib/providers/definition.ts';
import { type HttpAnswer, httpProvider, type Refusal } from '#lib/providers/http/http.ts';
import { isSuccess } from '#lib/providers/http/http-answer.ts';
import { uuidOf } from '#lib/providers/uuid.ts';

export const provider = chatProvider({
  id: 'line',
  displayName: 'LINE',
  color: '#06c755',
  docsLink: 'https://developers.line.biz/en/docs/messaging-api/',
  credentials: [required('apiToken', 'Channel Access Token')],
  ...httpProvider<'chat'>({
    auth: (credentials) => ({ headers: bearer(textOf(credentials, 'apiToken')) }),
    /**
     * https://developers.line.biz/en/reference/messaging-api/#send-push-message. The subscriber's `channel` is the ID of a
     * user, group or room. The retry key is a UUID: https://developers.line.biz/en/docs/messaging-api/retrying-api-request/
     */
    request: ({ id, content, target: { channel = '' } }) => ({
      url: `${API}/message/push`,
      headers: { 'x-line-retry-key': uuidOf(id) },
      json: { to: channel, messages: [{ type: 'text', text: content }] },
    }),
    accepted: (answer) => isSuccess(answer) || isRepeated(answer),
    messageId: ({ json }) => textAt(json, 'sentMessages', 0, 'id'),
    idIsOptional: isRepeated,
    refusal,
    check: {
      // https://developers.line.biz/en/reference/messaging-api/#get-bot-info
      request: () => ({ method: 'GET', url: `${API}/info` }),
      words: ({ json }) => `The token belongs to ${textAt(json, 'displayName') ?? 'an official account'}`,
    },
  }),
});

const API = 'https://api.line.me/v2/bot';

/** Whether LINE already accepted an earlier attempt whose response was lost. */
function isRepeated({ status }: HttpAnswer): boolean {
  return status === 409;
}

/** Errors for an unknown recipient or a malformed ID. LINE does not report users who blocked the account. */
const NO_RECIPIENT = /^Failed to send messages|^The property, '?to'?,/i;

/**
 * Reads the error from a response: https://developers.line.biz/en/reference/messaging-api/#error-responses. The status
 * 429 has several causes: https://developers.line.biz/en/docs/messaging-api/handling-http-429-errors/
 */
function refusal({ status, json }: HttpAnswer): Refusal {
  const said = textAt(json, 'message');
  const details = [textAt(json, 'details', 0, 'property'), textAt(json, 'details', 0, 'message')].filter(Boolean);
  const words = [said, details.join(' ')].filter(Boolean).join(': ');
  if (status === 429 && /monthly limit|additional messages/i.test(words)) return { kind: 'account', words };
  return { words, ...(status === 400 && NO_RECIPIENT.test(words) && { kind: 'recipient' }) };
}
