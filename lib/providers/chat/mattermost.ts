import { BREAK, markdownValue, withValues } from '#lib/providers/chat-language.ts';
import { textAt } from '#lib/providers/credential.ts';
import { chatProvider } from '#lib/providers/definition.ts';
import { codeKinds } from '#lib/providers/http/answer-kinds.ts';
import { type HttpAnswer, httpProvider, type Refusal } from '#lib/providers/http/http.ts';
import { retryAfterMs } from '#lib/providers/http/retry-after.ts';

export const provider = chatProvider({
  id: 'mattermost',
  displayName: 'Mattermost',
  color: '#1e325c',
  docsLink: 'https://developers.mattermost.com/integrate/webhooks/incoming/',
  credentials: [],
  spoken: (message) => withValues(message, mattermostValue),
  ...httpProvider<'chat'>({
    // The webhook URL contains its key.
    auth: () => ({ headers: {} }),
    // https://developers.mattermost.com/integrate/webhooks/incoming/
    request: ({ id, content, target: { webhookUrl = '', channel } }) => ({
      url: webhookUrl,
      json: { text: content, ...(channel && { channel }), props: { message_id: id } },
      secrets: [webhookUrl],
    }),
    isAccessOfRecipient: () => true,
    casing: 'snake',
    accepted: ({ status, body }) => status === 200 && body.trim() === 'ok',
    // The response has no message ID.
    messageId: () => undefined,
    idIsOptional: true,
    refusal,
  }),
});

const plainValue = markdownValue(/[\\*_~`|<[\]()]|(?<=^[ \t]*)[#>-]/gm);

/**
 * Breaks up mentions, because Mattermost has no escape for them:
 * https://docs.mattermost.com/collaborate/mention-people.html. Only an @ before a word starts a mention.
 */
function mattermostValue(value: string): string {
  return plainValue(value).replace(/(?<![\p{L}\p{N}])@(?=[\p{L}\p{N}_])/gu, `@${BREAK}`);
}

const kindOf = codeKinds({
  token_gone: 'web.incoming_webhook.invalid.app_error',
  // The webhook's channel or user does not exist, or the server's administrator disabled webhooks.
  recipient: ['channel', 'user', 'disabled'].map((what) => `web.incoming_webhook.${what}.app_error`).join(' '),
});

/** Reads the error from a response: https://developers.mattermost.com/api-documentation/#/#error-handling */
function refusal({ json, headers }: HttpAnswer, now: Date): Refusal {
  const code = textAt(json, 'id');
  return {
    words: textAt(json, 'message'),
    code,
    kind: kindOf(code),
    // Seconds until the limit is lifted.
    retryAfterMs: retryAfterMs(headers['retry-after'] ?? headers['x-ratelimit-reset'], now),
  };
}
