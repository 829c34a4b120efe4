import { textAt } from '#lib/providers/credential.ts';
import { chatProvider } from '#lib/providers/definition.ts';
import { type HttpAnswer, httpProvider, type Refusal } from '#lib/providers/http.ts';

export const provider = chatProvider({
  id: 'discord',
  displayName: 'Discord',
  color: '#5865f2',
  docsLink: 'https://discord.com/developers/docs/resources/webhook',
  credentials: [],
  ...httpProvider<'chat'>({
    // The address of a webhook holds its token.
    auth: () => ({ headers: {} }),
    // https://docs.discord.com/developers/resources/webhook#execute-webhook
    request: ({ content, target: { webhookUrl = '' } }) => ({
      url: webhookUrl,
      // Without it the answer has no message, and a message that is not saved is no error.
      query: { wait: 'true' },
      json: { content },
      secrets: [webhookUrl],
    }),
    casing: 'snake',
    messageId: ({ json }) => textAt(json, 'id'),
    refusal,
  }),
});

/** Unknown webhook, invalid webhook token. https://docs.discord.com/developers/topics/opcodes-and-status-codes#json */
const GONE: ReadonlySet<string | undefined> = new Set(['10015', '50027']);

function refusal({ json }: HttpAnswer): Refusal {
  const code = textAt(json, 'code');
  return { words: textAt(json, 'message'), code, ...(GONE.has(code) && { kind: 'token_gone' }) };
}
