import { isObject } from '#lib/json.ts';
import { codeKinds } from '#lib/providers/answer-kinds.ts';
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
    isAccessOfRecipient: () => true,
    casing: 'snake',
    messageId: ({ json }) => textAt(json, 'id'),
    refusal,
  }),
});

/** https://docs.discord.com/developers/topics/opcodes-and-status-codes#json */
const kindOf = codeKinds({
  // Unknown webhook, invalid webhook token.
  token_gone: '10015 50027',
  // Unknown channel, an archived thread.
  recipient: '10003 50083',
  // The filter of the server looks at the content.
  rejected: '240000',
});

function refusal({ json, headers }: HttpAnswer): Refusal {
  const code = textAt(json, 'code');
  const { errors } = (json ?? {}) as { errors?: unknown };
  const seconds = Number(textAt(json, 'retry_after'));
  return {
    words: [textAt(json, 'message'), ...fieldWords(errors)].filter(Boolean).join(': '),
    code,
    kind: kindOf(code),
    ...(headers['retry-after'] === undefined && seconds > 0 && { retryAfterMs: Math.ceil(seconds * 1000) }),
  };
}

const MAX_DEPTH = 8;

/** What is wrong with each field, which the message does not say: lists named `_errors` at the fields' places. */
function fieldWords(errors: unknown, path: readonly string[] = []): string[] {
  if (!isObject(errors) || path.length > MAX_DEPTH) return [];
  return Object.entries(errors).flatMap(([key, value]) => {
    if (key !== '_errors') return fieldWords(value, [...path, key]);
    const said = Array.isArray(value) ? value.map((one) => textAt(one, 'message')).filter(Boolean) : [];
    return said.length > 0 ? `${path.join('.')} ${said.join(' ')}` : [];
  });
}
