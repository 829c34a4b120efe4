/**
 * Encodes the values of a template within CSS according to their position, so that no value ends a declaration or
 * starts a rule.
 */
import { CSS_VALUE } from '#lib/liquid/markup.ts';
import { templateParts } from './template-parts.ts';

/**
 * Adds a filter to each output in a `<style>` element, and in the value of a declaration of a style attribute. A
 * variable at the start of an attribute may print whole declarations, so it gets no filter, and sanitising checks the
 * result. An output with `| raw` gets no filter. Throws a LiquidError if a tag or an output is not closed.
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

/** The current position in the HTML of the template. */
interface Place {
  sheet: boolean;
  /** The start of the open tag. */
  tag: string;
  /** The quotation mark that ends the value of `attribute`. `=` before the value begins. */
  quote: string;
  attribute: string;
  word: string;
  /** Whether the position is in the value of a declaration. */
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

/**
 * Adds the filter to the values that an output or a tag prints. Tags not handled here print only numbers or the
 * author's text.
 */
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

/** Splits a tag into its name and the rest. */
function named(tag: string): [name: string, content: string] {
  const [name] = /^\w*/.exec(tag) as RegExpExecArray;
  return [name, tag.slice(name.length)];
}

/** The variable that captures the output of a `cycle` tag, because the tag itself accepts no filter. */
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
