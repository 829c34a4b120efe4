/** Finds and removes invisible characters, because they make different IDs or addresses look the same. */

/**
 * Matches zero width characters, bidi controls, soft hyphens, byte order marks, fillers and control characters, but not
 * variation selectors.
 */
const INVISIBLE = /(?!\p{Variation_Selector})[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

const NAMES: Readonly<Record<number, string>> = {
  9: 'tab',
  10: 'line feed',
  13: 'carriage return',
  173: 'soft hyphen',
  847: 'combining grapheme joiner',
  1564: 'Arabic letter mark',
  8203: 'zero width space',
  8204: 'zero width non-joiner',
  8205: 'zero width joiner',
  8206: 'left-to-right mark',
  8207: 'right-to-left mark',
  8232: 'line separator',
  8233: 'paragraph separator',
  8234: 'left-to-right embedding',
  8235: 'right-to-left embedding',
  8236: 'pop directional formatting',
  8237: 'left-to-right override',
  8238: 'right-to-left override',
  8288: 'word joiner',
  8294: 'left-to-right isolate',
  8295: 'right-to-left isolate',
  8296: 'first strong isolate',
  8297: 'pop directional isolate',
  12644: 'Hangul filler',
  65279: 'byte order mark',
};

/**
 * Returns a text that names the first invisible character and its position: "must not contain …". Undefined if there is
 * none.
 */
export function invisibleProblem(text: string): string | undefined {
  const at = text.search(INVISIBLE);
  if (at < 0) return undefined;
  const code = text.codePointAt(at) ?? 0;
  const name = NAMES[code] ?? 'an invisible character';
  const written = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  const position = [...text.slice(0, at)].length + 1;
  return `must not contain invisible characters: ${written} (${name}) is character ${position}`;
}

export function withoutInvisible(text: string): string {
  return text.replace(new RegExp(INVISIBLE, 'gu'), '');
}

/**
 * Matches invisible characters that have a meaning in free text: line breaks, the tags of a flag, and joiners after
 * emoji or after characters of scripts that need them.
 */
const MEANT =
  /[\t\n\r]|\u{1f3f4}[\u{e0020}-\u{e007f}]+|(?<=[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}\p{P}\p{Z}\p{C}])[\u200c\u200d](?=[^\p{Z}\p{C}])/u;
const MEANT_OR_INVISIBLE = new RegExp(`(${MEANT.source})|${INVISIBLE.source}`, 'gu');

/** Removes invisible characters without a meaning from free text, such as a zero width space in a name. */
export function withoutMeaningless(text: string): string {
  return text.replace(MEANT_OR_INVISIBLE, (_, meant: string | undefined) => meant ?? '');
}
