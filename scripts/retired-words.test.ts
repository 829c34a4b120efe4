import { expect, test } from 'vitest';
import { pending, type Retired, retired, retiredWord } from './retired-words.ts';

const list: Retired[] = [
  { words: ['leadOf', 'kind_id'], use: 'planOf' },
  { words: ['act', 'Span'], as: 'declared', use: 'action', except: /^lib\/liquid\// },
  { words: ['look', 'field-words'], as: 'file', use: 'preview' },
  { words: ['Made', 'Made by'], as: 'label', use: 'Created' },
];
const found = (path: string, text: string) => retiredWord(path, text, list);

test.each([
  ['a call', 'lib/a.ts', 'const plan = leadOf(filter);'],
  ['a comment', 'lib/a.ts', '/** What `leadOf` says. */'],
  ['a statement', 'lib/a.ts', "query('SELECT kind_id FROM notifications')"],
  ['a variable', 'lib/a.ts', 'const act = useAction();'],
  ['a property', 'lib/a.ts', 'interface Props {\n  act: () => void;\n}'],
  ['an optional property', 'lib/a.ts', 'interface Props {\n  act?: () => void;\n}'],
  ['a parameter', 'lib/a.ts', 'function run(name: string, act: Action) {}'],
  ['a part taken out', 'lib/a.ts', 'const { act, other } = useActions();'],
  ['a type', 'lib/a.ts', 'export interface Span {\n}'],
  ['an import', 'lib/a.ts', "import { type A, Span } from './a.ts';"],
  ['a file', 'components/in-app-look.tsx', ''],
  ['a file that is nothing else', 'components/look.ts', ''],
  ['a test', 'components/mail-look.test.ts', ''],
  ['two words of a file', 'components/field-words.ts', ''],
  ['the head of a column', 'components/a.tsx', "header: 'Made',"],
  ['a label', 'components/a.tsx', '<dt>Made by</dt>'],
  ['a label in lines', 'components/a.tsx', '<dt>\n  Made\n</dt>'],
])('%s is found', (_, path, text) => {
  expect(found(path, text)).toMatch(/ \(use /);
});

test.each([
  ['part of a word', 'lib/a.ts', 'const leadOfAll = misleadOf(x); exact.act();'],
  ['a word in a comment', 'lib/a.ts', '// They act, at once.\n/* act: now */'],
  ['a word in a text', 'lib/a.ts', "notify('No one, act: you')"],
  ['where it is excepted', 'lib/liquid/a.ts', 'const act = 1;'],
  ['an element', 'components/a.tsx', '<span className="act">Spans</span>'],
  ['a file with the word inside', 'components/looking-back.ts', ''],
  ['a longer text', 'components/a.tsx', '<p>Made for you</p>'],
  ['a label elsewhere', 'e2e/a.ts', "{ Made: 'just now' }"],
])('%s is none', (_, path, text) => {
  expect(found(path, text)).toBeUndefined();
});

test('no word is listed twice, and none is retired in favour of itself', () => {
  const all = [...retired, ...pending].flatMap(({ words, as = 'name' }) => words.map((word) => `${as} ${word}`));
  expect(all.filter((word, index) => all.indexOf(word) !== index)).toEqual([]);
});
