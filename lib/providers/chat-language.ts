/**
 * The message languages of chat tools. A value comes from people or systems, so it must not mention anyone, disguise
 * the target of a link, or format text. The author's text around the value stays unchanged.
 */
import type { ChatMessage } from './message.ts';

/** Escapes one value. */
export type EscapeValue = (value: string) => string;

/** Returns the message with its values escaped, or the same message if it has no values. */
export function withValues(message: ChatMessage, escaped: EscapeValue): ChatMessage {
  const { values, content } = message;
  if (!values || values.length === 0) return message;
  const places: [number, number][] = [];
  let at = 0;
  let text = '';
  for (const [start, end] of values) {
    text += content.slice(at, start);
    const said = escaped(content.slice(start, end));
    places.push([text.length, text.length + said.length]);
    text += said;
    at = end;
  }
  return { ...message, content: text + content.slice(at), values: places };
}

/** Whether the author wrote the character at a position of the content. */
export function isOfAuthor({ values = [] }: Pick<ChatMessage, 'values'>, at: number): boolean {
  return !values.some(([start, end]) => at >= start && at < end);
}

/** Escapes a value for Slack, where only `&`, `<` and `>` are special: https://docs.slack.dev/messaging/formatting-message-text#escaping */
export function slackValue(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Matches URLs in a value, which must remain links. */
const ADDRESS = /https?:\/\/[^\s<>"]+/gi;

/**
 * Creates an escape for Markdown: a backslash before each special character. URLs remain links. In URLs, characters
 * that could end a surrounding link are percent-encoded.
 */
export function markdownValue(characters: RegExp): EscapeValue {
  return (value) => outsideAddresses(value, (text) => text.replace(characters, '\\$&'));
}

function outsideAddresses(value: string, escaped: EscapeValue): string {
  let at = 0;
  let text = '';
  for (const { 0: address, index } of value.matchAll(ADDRESS)) {
    text += escaped(value.slice(at, index)) + address.replace(/[()[\]*`|~\\]/g, percentEncoded);
    at = index + address.length;
  }
  return text + escaped(value.slice(at));
}

function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** A zero-width character that breaks up a word, for languages without escapes. */
export const BREAK = '\u200b';
