import { beforeAll, expect, test } from 'vitest';
import { testSeed } from '#testing/seed.ts';
import { productSources, type RegexLiteral, recorded, regexesIn, superLinear, written } from './regex-speed.ts';

const MEND = `
Each of them may take quadratic time or longer on the text that is named. Do one of these:
- look for less: limit repetitions ({1,100}), let no two of them match the same text, let a search begin where a repetition
  begins only ((?<!x)x+$ instead of x+$), do not let one end at any other than its next end ([^}]* instead of .*?);
- trim() or split() the text, and match the rest.
Then \`node scripts/regex-speed.ts\` says whether it is linear and records it in scripts/linear-regexes.json: commit that file.
A limit on the length of the text does not count here.`;

const sources = productSources();
let literals: RegexLiteral[];

beforeAll(async () => {
  literals = (await Promise.all(sources.map(regexesIn))).flat();
});

test('every regular expression of the product takes linear time', async () => {
  const known = recorded();
  const problems: string[] = [];
  for (const literal of literals.filter((each) => !known.has(written(each)))) {
    const problem = await superLinear(literal);
    if (problem) problems.push(`${literal.place}: ${written(literal)} ${problem}`);
  }
  expect(literals.length).toBeGreaterThan(300);
  expect(problems, problems.length > 0 ? [...problems, MEND].join('\n') : '').toEqual([]);
}, 600_000);

test('every regex recorded as linear is linear', async () => {
  const short = [...recorded()].filter((text) => text.length < 20);
  for (let at = 0; at < 2; at++) {
    const text = short[(testSeed() + at * 7919) % short.length] as string;
    const end = text.lastIndexOf('/');
    expect(await superLinear({ pattern: text.slice(1, end), flags: text.slice(end + 1) }), text).toBeUndefined();
  }
});

test.each([
  ['a quadratic one', 'const slow = /^\\s*(\\d+\\.?\\d*)\\s*$/.test(text);'],
  ['an exponential one', 'const parts = text.split(/^(?:a+)+$/);'],
  ['one that is searched for from every place', "text.replace(/=+$/, '')"],
])('%s is found', async (_, text) => {
  const [literal] = await regexesIn({ path: 'lib/made.ts', text });
  expect(await superLinear(literal as RegexLiteral)).toMatch(/polynomial|exponential/);
});

/** Regular expressions that are built from other texts, each with the reason why it is linear. */
const MADE: Readonly<Record<string, string>> = {
  'lib/layouts/content.ts': 'the name of an element',
  'lib/providers/sms/sns.ts': 'the name of an element, and what is not a bracket',
  'lib/subscribers/formats.ts': 'parts of fixed length; the length is checked before',
  'lib/analyser/schema-path.ts': 'patterns of people with two repetitions at most, for names of 64 characters at most',
  'lib/env.ts': 'one class',
  'lib/api/openapi-examples.ts': 'patterns of the own schemas, for texts of the source',
  'lib/text/invisible.ts': 'one character',
  'lib/messages/folded-pattern.ts': 'single characters and pairs of them',
  'lib/payload-schemas/linear-pattern.ts': 'patterns of people, in a thread with a limit of time',
  'lib/payload-schemas/pattern-syntax.ts': 'never run',
  'lib/payload-schemas/patterns.ts': 'only read, or compared with one character',
};

test('no other regular expression is built from a text', () => {
  const making = sources.filter(({ text }) => /\bRegExp\(/.test(text)).map(({ path }) => path);
  const message =
    'No tool checks a regular expression that is made of a text. Write a literal, or say in MADE why it is linear.';
  expect(making.sort(), message).toEqual(Object.keys(MADE).sort());
});
