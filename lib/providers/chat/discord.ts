import { isObject } from '#lib/json/values.ts';
import { isOfAuthor, markdownValue, withValues } from '#lib/providers/chat-language.ts';
import { textAt } from '#lib/providers/credential.ts';
import { chatProvider } from '#lib/providers/definition.ts';
import { codeKinds } from '#lib/providers/http/answer-kinds.ts';
import { type HttpAnswer, httpProvider, type Refusal } from '#lib/providers/http/http.ts';
import type { ChatMessage } from '#lib/providers/message.ts';

export const provider = chatProvider({
  id: 'discord',
  displayName: 'Discord',
  color: '#5865f2',
  docsLink: 'https://discord.com/developers/docs/resources/webhook',
  credentials: [],
  spoken: (message) => withValues(message, discordValue),
  ...httpProvider<'chat'>({
    // The webhook URL contains its token.
    auth: () => ({ headers: {} }),
    // https://docs.discord.com/developers/resources/webhook#execute-webhook
    request: ({ target: { webhookUrl = '' }, ...message }) => ({
      url: webhookUrl,
      // Without `wait`, the response contains no message, and a failure to save the message is not reported.
      query: { wait: 'true' },
      json: { content: message.content, ...allowedMentions(message) },
      secrets: [webhookUrl],
    }),
    isAccessOfRecipient: () => true,
    casing: 'snake',
    messageId: ({ json }) => textAt(json, 'id'),
    refusal,
  }),
});

/** Escapes a value for Discord’s Markdown: https://support.discord.com/hc/en-us/articles/210298617 */
const discordValue = markdownValue(/[\\*_~`|<[\]()]|(?<=^[ \t]*)[#>-]/gm);

type Said = Pick<ChatMessage, 'content' | 'values' | 'overrides'>;

/**
 * In messages with values, allows only the mentions that the author wrote:
 * https://docs.discord.com/developers/resources/message#allowed-mentions-object. `<@{{ payload.id }}>` is a mention by
 * the author, although the ID is a value. An override of `allowed_mentions` takes precedence.
 */
function allowedMentions(message: Said): { allowed_mentions?: object } {
  const { content, values, overrides = {} } = message;
  if (!values || 'allowedMentions' in overrides || 'allowed_mentions' in overrides) return {};
  const all = [...content.matchAll(/@(?:everyone|here)|<@(&?)!?(\d{1,20})>/g)];
  const [everyone, named] = [
    all.filter(({ 0: text, 2: id, index }) => id === undefined && isAllOfAuthor(message, index, text.length)),
    all.filter(({ 0: text, 2: id, index }) => id !== undefined && isEnclosedByAuthor(message, index, text.length)),
  ];
  const ids = (mark: string) => [...new Set(named.filter((one) => one[1] === mark).map((one) => one[2] ?? ''))];
  const [users, roles] = [ids(''), ids('&')];
  return {
    allowed_mentions: {
      parse: everyone.length > 0 ? ['everyone'] : [],
      ...(users.length > 0 && { users: users.slice(0, MAX_MENTIONS) }),
      ...(roles.length > 0 && { roles: roles.slice(0, MAX_MENTIONS) }),
    },
  };
}

const MAX_MENTIONS = 100;

function isAllOfAuthor(message: Said, at: number, length: number): boolean {
  return Array.from({ length }, (_, index) => at + index).every((place) => isOfAuthor(message, place));
}

/** Whether the author wrote the characters `<@` and `>`. */
function isEnclosedByAuthor(message: Said, at: number, length: number): boolean {
  return [at, at + 1, at + length - 1].every((place) => isOfAuthor(message, place));
}

/** Returns the error kind of a code: https://docs.discord.com/developers/topics/opcodes-and-status-codes#json */
const kindOf = codeKinds({
  // The webhook is unknown, or its token is invalid.
  token_gone: '10015 50027',
  // The channel is unknown, or the thread is archived.
  recipient: '10003 50083',
  // The content filter of the Discord server blocked the message.
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

/** Returns the problem of each field, which Discord's `message` omits. The lists of problems are named `_errors`. */
function fieldWords(errors: unknown, path: readonly string[] = []): string[] {
  if (!isObject(errors) || path.length > MAX_DEPTH) return [];
  return Object.entries(errors).flatMap(([key, value]) => {
    if (key !== '_errors') return fieldWords(value, [...path, key]);
    const said = Array.isArray(value) ? value.map((one) => textAt(one, 'message')).filter(Boolean) : [];
    return said.length > 0 ? `${path.join('.')} ${said.join(' ')}` : [];
  });
}
