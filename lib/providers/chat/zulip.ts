import { BREAK, withValues } from '#lib/providers/chat-language.ts';
import { textAt } from '#lib/providers/credential.ts';
import { chatProvider } from '#lib/providers/definition.ts';
import { codeKinds } from '#lib/providers/http/answer-kinds.ts';
import { type HttpAnswer, httpProvider, type Refusal } from '#lib/providers/http/http.ts';

export const provider = chatProvider({
  id: 'zulip',
  displayName: 'Zulip',
  color: '#6492fe',
  docsLink: 'https://zulip.com/api/',
  credentials: [],
  spoken: (message) => withValues(message, zulipValue),
  ...httpProvider<'chat'>({
    // The webhook URL contains its key.
    auth: () => ({ headers: {} }),
    // The webhook that accepts Slack's format: https://zulip.com/integrations/slack_incoming
    request: ({ content, target: { webhookUrl = '', channel } }) => ({
      url: webhookUrl,
      // The channel becomes the topic, unless the URL contains one.
      json: { text: content, ...(channel && { channel }) },
      secrets: [webhookUrl],
    }),
    isAccessOfRecipient: () => true,
    casing: 'snake',
    accepted: ({ status, json }) => status === 200 && isOk(json),
    // The response has no message ID.
    messageId: () => undefined,
    idIsOptional: true,
    refusal,
  }),
});

function isOk(json: unknown): boolean {
  return textAt(json, 'result') === 'success' || (json as { ok?: unknown } | undefined)?.ok === true;
}

/**
 * Breaks up mentions, links to channels and disguised links, because Zulip has no escapes. A value may still be
 * formatted as bold: https://zulip.com/help/format-your-message-using-markdown
 */
function zulipValue(value: string): string {
  return value
    .replace(/[@#](?=_?\*)/g, `$&${BREAK}`)
    .replace(/\](?=\()/g, `]${BREAK}`)
    .replace(/<(?=\w+:\/\/)/g, `<${BREAK}`);
}

const kindOf = codeKinds({
  // The webhook's bot was removed, or has a new key.
  token_gone: 'INVALID_API_KEY USER_DEACTIVATED',
  // The channel in the webhook URL does not exist.
  recipient: 'STREAM_DOES_NOT_EXIST',
});

/** Reads the error from a response: https://zulip.com/api/rest-error-handling */
function refusal({ json }: HttpAnswer): Refusal {
  const code = textAt(json, 'code');
  const words = textAt(json, 'msg') ?? textAt(json, 'error');
  return { words, code, kind: kindOf(code) };
}
