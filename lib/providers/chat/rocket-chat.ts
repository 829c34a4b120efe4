import { BREAK, markdownValue, withValues } from '#lib/providers/chat-language.ts';
import { textAt } from '#lib/providers/credential.ts';
import { chatProvider, optional } from '#lib/providers/definition.ts';
import { codeKinds } from '#lib/providers/http/answer-kinds.ts';
import { type HttpAnswer, httpProvider, type Refusal } from '#lib/providers/http/http.ts';

export const provider = chatProvider({
  id: 'rocket-chat',
  displayName: 'Rocket.Chat',
  color: '#f5455c',
  docsLink: 'https://docs.rocket.chat/docs/rocketchat-marketplace-integrations',
  credentials: [
    // Stored but never used: requests go to the subscriber's webhook URL, which must not receive the integration's
    // token.
    optional('token', 'Personal Access Token (x-auth-token)', { unread: true }),
    optional('user', 'User id (x-user-id)', { unread: true }),
  ],
  spoken: (message) => withValues(message, rocketChatValue),
  ...httpProvider<'chat'>({
    // The webhook URL contains its token.
    auth: () => ({ headers: {} }),
    // An incoming webhook, in Slack's format: https://docs.rocket.chat/docs/rocketchat-marketplace-integrations
    request: ({ content, target: { webhookUrl = '', channel } }) => ({
      url: webhookUrl,
      json: { text: content, ...(channel && { channel }) },
      secrets: [webhookUrl],
    }),
    isAccessOfRecipient: () => true,
    accepted: ({ status, json }) => status === 200 && isSuccess(json),
    // The response has no message ID.
    messageId: () => undefined,
    idIsOptional: true,
    refusal,
  }),
});

function isSuccess(json: unknown): boolean {
  return (json as { success?: unknown } | undefined)?.success === true;
}

const plainValue = markdownValue(/[\\*_~`]/g);

/**
 * Breaks up mentions, links, and markers such as `#` at the start of a line, because Rocket.Chat has no escape for
 * them: https://github.com/RocketChat/fuselage/blob/develop/packages/message-parser/src/grammar.pegjs
 */
function rocketChatValue(value: string): string {
  return plainValue(value)
    .replace(/(?<![\p{L}\p{N}/])[@#](?=[\p{L}\p{N}_.-])/gu, `$&${BREAK}`)
    .replace(/\](?=\()/g, `]${BREAK}`)
    .replace(/<(?=\w)/g, `<${BREAK}`)
    .replace(/^(?=[#>-])/gm, BREAK);
}

const kindOf = codeKinds({
  // The channel does not exist, or the integration’s user is not allowed to post there.
  recipient: 'invalid-channel error-not-allowed error-invalid-room error-room-does-not-exist',
});

/**
 * Error texts from the server's source code, because the documentation lists none:
 * https://github.com/RocketChat/Rocket.Chat/blob/develop/apps/meteor/app/integrations/server/api/api.js
 */
function refusal({ status, json }: HttpAnswer): Refusal {
  const words = textAt(json, 'error');
  if (status === 404 && words?.startsWith('Invalid integration id or token')) return { kind: 'token_gone', words };
  const isFixed = words?.startsWith('overriding destination channel is disabled');
  return { words, kind: isFixed ? 'recipient' : kindOf(words) };
}
