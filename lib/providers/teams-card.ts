/**
 * Escaping for Teams messages whose body is a card in JSON. An escaped value can neither end a text of the card nor
 * format it.
 */
import { isObject } from '#lib/json/values.ts';
import { markdownValue } from './chat-language.ts';
import type { ChatMessage } from './message.ts';

/** Escapes a value for Markdown in cards: https://learn.microsoft.com/microsoftteams/platform/task-modules-and-cards/cards/cards-format */
export const teamsValue = markdownValue(/[\\*_[\]()`~]/g);

/** Parses the body as a JSON object. Undefined if it is not one. */
export function cardOf(content: string): Record<string, unknown> | undefined {
  if (!content.trimStart().startsWith('{')) return undefined;
  try {
    const card: unknown = JSON.parse(content);
    return isObject(card) ? card : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the message with its values escaped for their places in the card. Undefined if its body is not a card. */
export function escapedCard(message: ChatMessage): ChatMessage | undefined {
  const card = cardOf(markedJson(message));
  return card && { ...message, content: JSON.stringify(escaped(card)), values: undefined };
}

/**
 * The characters around a value inside a text of the card. Unicode reserves these characters for use inside a program.
 */
const [OPEN, CLOSE] = ['\ufdd0', '\ufdd1'];
const MARKED = /\ufdd0([^\ufdd0\ufdd1]*)\ufdd1/g;

function markedJson({ content, values = [] }: ChatMessage): string {
  let json = '';
  let at = 0;
  let isText = false;
  for (const [start, end] of values) {
    const before = content.slice(at, start);
    isText = endsInText(before, isText);
    json += before + valueIn(content.slice(start, end).replace(/[\ufdd0\ufdd1]/g, ''), isText);
    at = end;
  }
  return json + content.slice(at);
}

/** Whether a part of JSON ends inside a string. */
function endsInText(part: string, beginsInText: boolean): boolean {
  const quotes = part.replace(/\\./gs, '').match(/"/g)?.length ?? 0;
  return beginsInText !== (quotes % 2 === 1);
}

function valueIn(value: string, isText: boolean): string {
  if (isText) return OPEN + JSON.stringify(value).slice(1, -1) + CLOSE;
  try {
    JSON.parse(value);
    return value;
  } catch {
    return JSON.stringify(OPEN + value + CLOSE);
  }
}

const MAX_DEPTH = 100;

/**
 * Escapes the values in all texts that Teams reads as Markdown. In other places, such as URLs, values stay unchanged.
 */
function escaped(value: unknown, isMarkdown = false, depth = 0): unknown {
  if (typeof value === 'string') return value.replace(MARKED, (_, inner) => (isMarkdown ? teamsValue(inner) : inner));
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) return value.map((item) => escaped(item, isMarkdown, depth + 1));
  const entries = Object.entries(value).map(([key, inner]) => [
    String(escaped(key)),
    escaped(inner, knowsMarkdown(key, value as Record<string, unknown>), depth + 1),
  ]);
  return Object.fromEntries(entries);
}

/**
 * Whether Teams reads the text of a key as Markdown: the text of a text block or of a connector's card, and the facts
 * of both.
 */
function knowsMarkdown(key: string, { type, value, title, name }: Record<string, unknown>): boolean {
  if (key === 'text') return type !== 'TextRun';
  const isFact = type === undefined && value !== undefined && (title !== undefined || name !== undefined);
  return isFact && (key === 'title' || key === 'name' || key === 'value');
}
