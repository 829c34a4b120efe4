/**
 * The languages of chat tools. A value in a message comes from people or systems, so it must not mention anyone, link
 * elsewhere under another name, or format. The author's text around the value stays.
 */
import type { ChatMessage } from './message.ts';

/** Escapes one value. */
export type EscapeValue = (value: string) => string;

/** The message with its values escaped. The same message where it has none. */
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

/** Whether the author wrote the character at a place of the content. */
export function isOfAuthor({ values = [] }: Pick<ChatMessage, 'values'>, at: number): boolean {
  return !values.some(([start, end]) => at >= start && at < end);
}

/** `&`, `<` and `>` are all that begins something at Slack: https://docs.slack.dev/messaging/formatting-message-text#escaping */
export function slackValue(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** An address in a value stays one. */
const ADDRESS = /https?:\/\/[^\s<>"]+/gi;

/**
 * Markdown with a backslash before each character that means something. Addresses stay links, with the characters encoded that
 * could end the link around them.
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

/** It has no width, and ends a word. For languages that know no escape. */
export const BREAK = '\u200b';
