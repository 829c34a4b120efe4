/** Plurals of English nouns, for `pluralize` and `toSentence`. */
const IRREGULAR: Record<string, string> = {
  person: 'people',
  child: 'children',
  man: 'men',
  woman: 'women',
  foot: 'feet',
  tooth: 'teeth',
  goose: 'geese',
  mouse: 'mice',
  ox: 'oxen',
  datum: 'data',
  criterion: 'criteria',
  quiz: 'quizzes',
};
const UNCHANGED = new Set([
  'data',
  'deer',
  'equipment',
  'feedback',
  'fish',
  'information',
  'media',
  'money',
  'news',
  'people',
  'series',
  'sheep',
  'software',
  'species',
  'staff',
]);
const F_TO_VES = new Set([
  'calf',
  'elf',
  'half',
  'knife',
  'leaf',
  'life',
  'loaf',
  'self',
  'shelf',
  'thief',
  'wife',
  'wolf',
]);
const O_TO_OES = new Set(['echo', 'hero', 'potato', 'tomato', 'veto']);
const IS_TO_ES = /(?:analys|ax|bas|cris|diagnos|hypothes|paralys|synops|thes)is$/i;

/** Returns "comments" for "comment", "Replies" for "Reply". An empty text stays empty. */
export function pluralOf(word: string): string {
  const [noun = ''] = /(?<![a-z])[a-z]+$/i.exec(word) ?? [];
  if (noun === '') return word;
  return word.slice(0, word.length - noun.length) + sameCase(noun, pluralNoun(noun.toLowerCase()));
}

function pluralNoun(noun: string): string {
  if (UNCHANGED.has(noun)) return noun;
  const irregular = Object.hasOwn(IRREGULAR, noun) ? IRREGULAR[noun] : undefined;
  if (irregular) return irregular;
  if (F_TO_VES.has(noun)) return noun.replace(/fe?$/, 'ves');
  if (O_TO_OES.has(noun)) return `${noun}es`;
  if (IS_TO_ES.test(noun)) return noun.replace(/is$/, 'es');
  if (/(?:s|x|z|ch|sh)$/.test(noun)) return `${noun}es`;
  if (/[^aeiou]y$/.test(noun)) return noun.replace(/y$/, 'ies');
  return `${noun}s`;
}

function sameCase(model: string, word: string): string {
  if (model.length > 1 && model === model.toUpperCase()) return word.toUpperCase();
  return model[0] === model[0]?.toUpperCase() ? word.charAt(0).toUpperCase() + word.slice(1) : word;
}
