import { type EscapeValue, slackValue, withValues } from '#lib/providers/chat-language.ts';
import { textAt, textOf } from '#lib/providers/credential.ts';
import { chatProvider, required } from '#lib/providers/definition.ts';
import { type Credentials, type HttpAnswer, httpProvider, type Refusal } from '#lib/providers/http/http.ts';
import type { ChatMessage } from '#lib/providers/message.ts';
import { ProviderError, type SendTools, type Sent } from '#lib/providers/send.ts';

const http = httpProvider<'chat'>({
  // The token is part of the URL.
  auth: () => ({ headers: {} }),
  // https://core.telegram.org/bots/api#sendmessage. The subscriber's `channel` is the chat's ID or @name.
  request: ({ content, target: { channel = '' } }, credentials) => ({
    url: method('sendMessage', credentials),
    json: { chat_id: channel, text: content },
  }),
  casing: 'snake',
  accepted: ({ status, json }) => status === 200 && isOk(json),
  messageId: ({ json }) => textAt(json, 'result', 'message_id'),
  refusal,
  check: {
    // https://core.telegram.org/bots/api#getme
    request: (credentials) => ({ method: 'GET', url: method('getMe', credentials) }),
    words: ({ json }) => `The token belongs to @${textAt(json, 'result', 'username') ?? 'a bot'}`,
  },
});

export const provider = chatProvider({
  id: 'telegram',
  displayName: 'Telegram',
  color: '#26a5e4',
  docsLink: 'https://core.telegram.org/bots/api',
  credentials: [required('apiToken', 'Bot Token')],
  spoken,
  ...http,
  send,
});

/**
 * Sends the message. If Telegram returns the new ID of a group that became a supergroup, sends to the new ID:
 * https://core.telegram.org/bots/api#responseparameters
 */
async function send(message: ChatMessage, tools: SendTools): Promise<Sent> {
  try {
    return await http.send(message, tools);
  } catch (error) {
    const movedTo = error instanceof ProviderError ? error.movedTo : undefined;
    if (movedTo === undefined) throw error;
    const sent = await http.send({ ...message, target: { ...message.target, channel: movedTo } }, tools);
    return { ...sent, movedTo };
  }
}

/**
 * The escapes for each parse mode. An override sets the mode; without a mode, texts are plain:
 * https://core.telegram.org/bots/api#formatting-options.
 */
const MODES: Readonly<Record<string, EscapeValue>> = {
  html: slackValue,
  markdownv2: (value) => value.replace(/[_*[\]()~`>#+\-=|{}.!\\]/g, '\\$&'),
  markdown: (value) => value.replace(/[_*`[]/g, '\\$&'),
};

function spoken(message: ChatMessage): ChatMessage {
  const { parseMode, parse_mode: mode = parseMode } = message.overrides ?? {};
  const name = String(mode).toLowerCase();
  const escaping = Object.hasOwn(MODES, name) ? MODES[name] : undefined;
  return escaping ? withValues(message, escaping) : message;
}

/** Returns the URL of a method, which contains the token: https://core.telegram.org/bots/api#authorizing-your-bot */
function method(name: string, credentials: Credentials): string {
  return `https://api.telegram.org/bot${encodeURI(textOf(credentials, 'apiToken'))}/${name}`;
}

function isOk(json: unknown): boolean {
  return (json as { ok?: unknown } | undefined)?.ok === true;
}

/** The chat no longer exists, or the bot was removed from it. */
const GONE =
  /chat not found|user not found|bot was (blocked|kicked)|user is deactivated|chat was deleted|upgraded to a supergroup/i;
/**
 * The bot is not allowed to write to the chat. Some 403 errors also contain these texts (from `Client.cpp`):
 * https://github.com/tdlib/telegram-bot-api
 */
const SHUT = /no rights to send|not enough rights|need administrator rights|TOPIC_CLOSED|chat_id is empty/i;

/**
 * Reads the error from a response: https://core.telegram.org/bots/api#making-requests. A 403 always concerns the chat.
 * For an unknown token, the status is 401 or 404.
 */
function refusal({ status, json }: HttpAnswer): Refusal {
  const words = textAt(json, 'description');
  const said = { words, code: textAt(json, 'error_code'), movedTo: textAt(json, 'parameters', 'migrate_to_chat_id') };
  if (GONE.test(words ?? '')) return { ...said, kind: 'token_gone' };
  if (status === 403 || SHUT.test(words ?? '')) return { ...said, kind: 'recipient' };
  if (status === 404 && words === 'Not Found') return { ...said, kind: 'auth' };
  const seconds = Number(textAt(json, 'parameters', 'retry_after'));
  return seconds > 0 ? { ...said, retryAfterMs: seconds * 1000 } : said;
}
