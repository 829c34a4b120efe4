/** Every filter of the language with its arguments, for the analyser and for completion in the editor. */

/**
 * `number`: a number, or a numeric text. `text`: any printable value. `flag`: true or false. `zone`: an IANA name, or an
 * offset in minutes. Only literals are checked, because values of variables are known only at rendering.
 */
type ArgumentKind = 'text' | 'number' | 'flag' | 'zone' | 'any';

export interface FilterParameter {
  name: string;
  kind: ArgumentKind;
  required?: boolean;
  /** Minimum number. */
  min?: number;
  /** The only allowed texts. */
  oneOf?: readonly string[];
}

export interface FilterSignature {
  description: string;
  parameters: readonly FilterParameter[];
  /** Parameters that are given as `name: value`. */
  named?: readonly FilterParameter[];
}

const text = (name: string): FilterParameter => ({ name, kind: 'text', required: true });
const number = (name: string): FilterParameter => ({ name, kind: 'number', required: true });
const any = (name: string): FilterParameter => ({ name, kind: 'any', required: true });
const optional = (parameter: FilterParameter): FilterParameter => ({ ...parameter, required: false });
const atLeast = (parameter: FilterParameter, min: number): FilterParameter => ({ ...parameter, min });
const oneOf = (name: string, ...values: string[]): FilterParameter => ({ name, kind: 'text', oneOf: values });

const takes = (description: string, ...parameters: FilterParameter[]): FilterSignature => ({ description, parameters });
const matching = (description: string) => takes(description, text('property'), optional(any('value')));
const testing = (description: string) => takes(description, text('item'), text('expression'));

export const FILTERS: Readonly<Record<string, FilterSignature>> = {
  __proto__: null as never,

  digest: takes(
    'Names the first of a list and counts the rest: "Jane, Omar and 3 others".',
    optional(atLeast(number('names'), 0)),
    optional(text('keyPath')),
    optional(text('separator')),
  ),
  json: takes('The value as JSON.', optional(atLeast(number('indent'), 0))),
  pluralize: takes('A count with its noun: "1 comment", "5 comments".', text('singular'), optional(text('plural'))),
  toSentence: takes(
    'A list as an enumeration: "Jane, Omar, and 2 others".',
    optional(text('keyPath')),
    optional(atLeast(number('limit'), 0)),
    optional(text('suffix')),
    optional(text('between')),
    optional(text('betweenTwo')),
    optional(text('beforeLast')),
  ),

  default: {
    ...takes('The argument when the value is missing, empty or false.', any('value')),
    named: [{ name: 'allow_false', kind: 'flag' }],
  },
  raw: takes('The value unchanged, not escaped.'),
  jsonify: takes('The value as JSON.', optional(atLeast(number('indent'), 0))),
  inspect: takes('The value as JSON, cycles included.', optional(atLeast(number('indent'), 0))),
  to_integer: takes('The value as a whole number.'),

  append: takes('Adds a text at the end.', text('text')),
  prepend: takes('Adds a text at the start.', text('text')),
  upcase: takes('In capitals.'),
  downcase: takes('In small letters.'),
  capitalize: takes('The first letter in upper case, the others in lower case.'),
  strip: takes('Without spaces, or the given characters, at both ends.', optional(text('characters'))),
  lstrip: takes('Without spaces, or the given characters, at the start.', optional(text('characters'))),
  rstrip: takes('Without spaces, or the given characters, at the end.', optional(text('characters'))),
  strip_newlines: takes('Without line breaks.'),
  squish: takes('Without spaces at both ends, and with single spaces inside.'),
  normalize_whitespace: takes('Single spaces instead of several.'),
  remove: takes('Without every occurrence of a text.', text('text')),
  remove_first: takes('Without the first occurrence of a text.', text('text')),
  remove_last: takes('Without the last occurrence of a text.', text('text')),
  replace: takes('Another text for every occurrence of a text.', text('text'), optional(text('replacement'))),
  replace_first: takes('Another text for the first occurrence of a text.', text('text'), optional(text('replacement'))),
  replace_last: takes('Another text for the last occurrence of a text.', text('text'), text('replacement')),
  split: takes('A list of the parts between a separator.', text('separator')),
  truncate: takes(
    'At most this number of characters.',
    optional(atLeast(number('length'), 0)),
    optional(text('ending')),
  ),
  truncatewords: takes(
    'At most this number of words.',
    optional(atLeast(number('words'), 0)),
    optional(text('ending')),
  ),
  number_of_words: takes('The number of words.', oneOf('mode', 'cjk', 'auto')),
  slice: takes('A part of a text or list.', number('start'), optional(atLeast(number('length'), 0))),
  array_to_sentence_string: takes('A list as "a, b, and c".', optional(text('connector'))),

  escape: takes('HTML characters as entities.'),
  xml_escape: takes('XML characters as entities.'),
  escape_once: takes('HTML characters as entities. Existing entities stay unchanged.'),
  newline_to_br: takes('Line breaks as HTML.'),
  strip_html: takes('Without HTML tags.'),
  url_encode: takes('Encoded for use in a URL.'),
  url_decode: takes('Decodes text from a URL.'),
  cgi_escape: takes('Encoded for use in a URL, including every special character.'),
  uri_escape: takes('A whole URL, encoded.'),
  slugify: takes(
    'As a name for use in a URL.',
    oneOf('mode', 'none', 'raw', 'default', 'pretty', 'ascii', 'latin'),
    optional({ name: 'cased', kind: 'flag' }),
  ),
  base64_encode: takes('As base64.'),
  base64_decode: takes('Decodes text from base64.'),
  sha256: takes('The SHA-256 hash.'),
  hmac_sha256: takes('The HMAC with SHA-256.', text('key')),

  abs: takes('Without its sign.'),
  at_least: takes('The number, but no less than this.', number('least')),
  at_most: takes('The number, but no more than this.', number('most')),
  ceil: takes('The next whole number up.'),
  floor: takes('The next whole number down.'),
  round: takes('Rounded to this number of decimals.', optional(number('decimals'))),
  plus: takes('Adds.', number('number')),
  minus: takes('Subtracts.', number('number')),
  times: takes('Multiplies.', number('number')),
  divided_by: takes('Divides.', number('divisor'), optional({ name: 'whole', kind: 'flag' })),
  modulo: takes('The remainder of a division.', number('divisor')),

  date: takes('A date in a format: %d %b %Y.', optional(text('format')), { name: 'timezone', kind: 'zone' }),
  date_to_xmlschema: takes('A date as 2026-11-20T09:00:00+00:00.'),
  date_to_rfc822: takes('A date as in email headers.'),
  date_to_string: takes('A date as 20 Nov 2026.', oneOf('type', 'ordinal'), oneOf('style', 'US', 'UK')),
  date_to_long_string: takes('A date as 20 November 2026.', oneOf('type', 'ordinal'), oneOf('style', 'US', 'UK')),

  size: takes('The number of characters or items.'),
  first: takes('The first item.'),
  last: takes('The last item.'),
  join: takes('The items as one text.', optional(text('separator'))),
  reverse: takes('The items in reverse order.'),
  sort: takes('The items in order.', optional(text('property'))),
  sort_natural: takes('The items in order, ignoring case.', optional(text('property'))),
  map: takes('A property of every item.', text('property')),
  sum: takes('The items added up.', optional(text('property'))),
  compact: takes('Without missing items.', optional(text('property'))),
  uniq: takes('Without repetitions.', optional(text('property'))),
  concat: takes('Two lists as one.', any('list')),
  push: takes('The list with a further item at the end.', any('item')),
  unshift: takes('The list with a further item at the start.', any('item')),
  pop: takes('The list without the last item.'),
  shift: takes('The list without the first item.'),
  sample: takes('Random items.', optional(atLeast(number('count'), 0))),
  where: matching('The items whose property has the value, or is true.'),
  reject: matching('The items whose property does not have the value, or is not true.'),
  has: matching('Whether an item has the property with the value.'),
  find: matching('The first item whose property has the value.'),
  find_index: matching('The place of the first item whose property has the value.'),
  where_exp: testing('The items for which the expression is true.'),
  reject_exp: testing('The items for which the expression is not true.'),
  has_exp: testing('Whether the expression is true for an item.'),
  find_exp: testing('The first item for which the expression is true.'),
  find_index_exp: testing('The place of the first item for which the expression is true.'),
  group_by: takes('The items in groups by a property.', text('property')),
  group_by_exp: testing('The items in groups by an expression.'),
};
