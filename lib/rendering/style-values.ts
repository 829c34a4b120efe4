/** Encodes the values of a template that print within CSS for their place, so that none ends a declaration or begins a rule. */
import { CSS_VALUE } from '#lib/liquid/markup.ts';
import { templateParts } from './template-parts.ts';

/**
 * The template with a filter on each output in a `<style>` element, and on each in the value of a declaration of a style attribute.
 * An attribute that begins with a variable is whole from it, and is sanitised as such. `| raw` stays the author's decision.
 * Throws a LiquidError when a tag or an output is not closed.
 */
export function withStyleValues(template: string): string {
  if (!/style/i.test(template)) return template;
  const place: Place = { sheet: false, tag: '', quote: '', attribute: '', word: '', colon: false };
  return templateParts(template)
    .map(({ kind, text }) => {
      if (kind === 'literal') for (const [token] of text.matchAll(TOKENS)) read(token, place);
      return kind !== 'literal' && isInStyle(place) ? filtered(text) : text;
    })
    .join('');
}

/** Where in HTML the template is. */
interface Place {
  sheet: boolean;
  /** How the tag begins that is not closed yet. */
  tag: string;
  /** The mark that ends the value of `attribute`. `=` before the value. */
  quote: string;
  attribute: string;
  word: string;
  /** Whether the declaration has come to its value. */
  colon: boolean;
}

const TOKENS = /<\/?style|[<>"'=;:\s]|[^<>"'=;:\s]+/gi;

function read(token: string, place: Place): void {
  const begins = token.startsWith('<');
  if (place.sheet) {
    if (token.toLowerCase() === '</style') Object.assign(place, { sheet: false, tag: token });
  } else if (place.quote !== '' && place.quote !== '=') {
    if (token === place.quote) Object.assign(place, { quote: '', attribute: '', word: '' });
    else if (token === ':' || token === ';') place.colon = token === ':';
  } else if (begins) Object.assign(place, { tag: token.toLowerCase(), quote: '', attribute: '', word: '' });
  else if (place.tag !== '') readInTag(token, place);
}

function readInTag(token: string, place: Place): void {
  if (token === '>') Object.assign(place, { sheet: place.tag === '<style', tag: '', quote: '' });
  else if (token === '=') Object.assign(place, { quote: '=', attribute: place.word.toLowerCase() });
  else if (place.quote === '=' && /["']/.test(token)) Object.assign(place, { quote: token, colon: false });
  else if (token.trim() !== '') Object.assign(place, { quote: '', word: token });
}

function isInStyle({ sheet, quote, attribute, colon }: Place): boolean {
  return sheet || (/["']/.test(quote) && attribute === 'style' && colon);
}

/** What an output or tag prints, with the filter. Other tags that print write numbers, or what the author wrote. */
function filtered(code: string): string {
  const shut = code.at(-3) === '-' ? -3 : -2;
  const [body, close] = [code.slice(0, shut), code.slice(shut)];
  if (body.startsWith('{{')) return filteredValue(body) + close;
  const [open] = /^\{%-?\s*/.exec(body) ?? [''];
  const [name, content] = named(body.slice(open.length));
  if (name === 'echo') return `${open}echo${filteredValue(content)}${close}`;
  if (name === 'liquid') return `${open}liquid${content.split('\n').map(filteredLine).join('\n')}${close}`;
  if (name !== 'cycle') return code;
  const cycle = `${open}capture ${CAPTURED} %}{% cycle${content}%}{% endcapture %}`;
  return `${cycle}{% echo ${CAPTURED}${filteredValue(' ')}${close}`;
}

/** The name of a tag, and what follows it. */
function named(tag: string): [name: string, content: string] {
  const [name] = /^\w*/.exec(tag) as RegExpExecArray;
  return [name, tag.slice(name.length)];
}

/** The name of what a cycle prints: the tag itself takes no filter. */
const CAPTURED = 'css_cycle';

function filteredLine(line: string): string {
  const tag = line.trimStart();
  const indent = line.slice(0, line.length - tag.length);
  const [name, content] = named(tag);
  if (name === 'echo') return `${indent}echo${filteredValue(content)}`;
  if (name !== 'cycle') return line;
  return `${indent}capture ${CAPTURED}\ncycle${content}\nendcapture\necho ${CAPTURED}${filteredValue(' ')}`;
}

function filteredValue(value: string): string {
  return /\|\s*raw\s*$/.test(value) ? value : `${value} | ${CSS_VALUE} `;
}
