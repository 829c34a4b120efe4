/** Escaping for HTML and JSON: values are text unless the template marks them as markup. */
import { type Context, Drop, type Liquid } from 'liquidjs';
import { capturesOf, jsonText, MarkedText, printed } from './output.ts';

interface FilterContext {
  context: Context;
}
type Handler = (this: FilterContext, value: unknown, ...args: unknown[]) => unknown;

/** Returns the output of `{{ value }}` in HTML. */
export function escapeMarkup(this: unknown, value: unknown): string {
  const { context } = this as FilterContext;
  const text = printed(value, context);
  return capturesOf(context).has(text) ? text : escaped(text);
}

/** Returns the output of `{{ value }}` within a JSON text. */
export function escapeJson(this: unknown, value: unknown): string {
  const { context } = this as FilterContext;
  if (typeof value === 'object' && value !== null && !(value instanceof Drop)) return jsonText(value, context);
  const text = printed(value, context);
  return capturesOf(context).has(text) ? text : JSON.stringify(text).slice(1, -1);
}

/** Returns the output of `{{ value }}` in a text whose values are escaped later. A captured text contains marked values. */
export function markValue(this: unknown, value: unknown): MarkedText {
  const { context } = this as FilterContext;
  const text = printed(value, context);
  return new MarkedText(text, capturesOf(context).get(text) ?? (text === '' ? [] : [[0, text.length]]));
}

/**
 * Exempts filters from escaping if their output is markup or already escaped: escaping it again would make the entities
 * visible.
 */
export function registerMarkupFilters(engine: Liquid): void {
  const strip = engine.filters.strip_html;
  const original = (typeof strip === 'function' ? strip : strip?.handler) as Handler;
  const handlers: Record<string, Handler> = {
    escape: escapeMarkupAlways,
    xml_escape: escapeMarkupAlways,
    escape_once: withoutDoubling((text) => text),
    newline_to_br: withoutDoubling((text) => text.replace(/\r?\n/g, '<br />\n')),
  };
  handlers[CSS_VALUE] = cssValue;
  for (const [name, handler] of Object.entries(handlers)) {
    engine.registerFilter(name, { handler: handler as never, raw: true });
  }
  // After its tags are stripped, HTML is plain text, and is escaped like other text on output.
  const stripped: Handler = function (value) {
    return unescaped(String(original.call(this, value)));
  };
  engine.registerFilter('strip_html', stripped as never);
}

/** The filter that rendering adds to values within CSS. */
export const CSS_VALUE = 'css_value';

/** CSS functions for colours and lengths. */
const CSS_FUNCTION = /^(?:rgb|rgba|hsl|hsla|calc|var)\([\w\s.,%+/-]*\)$/i;

/** Keeps characters that cannot end a CSS value, and escapes the others (CSS Syntax 3, 4.3.7). */
const cssValue: Handler = function (value) {
  const given = printed(value, this.context);
  // A captured text is already escaped for HTML.
  const text = capturesOf(this.context).has(given) ? unescaped(given) : given;
  if (CSS_FUNCTION.test(text)) return text;
  return text.replace(
    /[^\w #%.,+\-:/?=~$\u0080-\u{10ffff}]/gu,
    (character) => `\\${character.codePointAt(0)?.toString(16)} `,
  );
};

const escapeMarkupAlways: Handler = function (value) {
  return escaped(printed(value, this.context));
};

function withoutDoubling(change: (text: string) => string): Handler {
  return function (value) {
    const text = printed(value, this.context);
    return change(capturesOf(this.context).has(text) ? text : onceEscaped(text));
  };
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Returns text with the five special characters of HTML as entities. */
export function escaped(text: string): string {
  return /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character) : text;
}

function unescaped(text: string): string {
  const characters = Object.entries(ENTITIES);
  return text.replace(
    /&(?:amp|lt|gt|quot|#39);/g,
    (entity) => characters.find(([, name]) => name === entity)?.[0] ?? entity,
  );
}

function onceEscaped(text: string): string {
  return text.replace(
    /&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});)|[<>"']/gi,
    (character) => ENTITIES[character] ?? character,
  );
}
