/** Tests that a hostile template takes little time and results in a readable problem. */
import { expect, test } from 'vitest';
import { leastProcessorTime } from '#testing/processor-time.ts';
import { renderStep } from './render-step.ts';

const TEN = 'aaaaaaaaaa';
/** `text` doubled `times` times, in the variable `a`. */
const doubled = (times: number, text = TEN) =>
  `{% assign a = "${text}" %}${'{% assign a = a | append: a %}'.repeat(times)}`;
const listOf = (length: number) => `{% assign l = (1..${length}) %}`;
const often = (inner: string) => `{% for i in (1..100000) %}${inner}{% endfor %}`;
const nestedInItself = `{% assign a = "x" | split: "," %}${'{% assign a = a | push: a %}'.repeat(40)}`;

/** Templates that result in a problem, or in the given output. */
const TEMPLATES: Record<string, [template: string, output?: string]> = {
  'a long loop': [`${often(often('x'))}`],
  'loops in loops': [often(often(often('')))],
  'a range without end': ['{% for i in (1..99999999999) %}{% endfor %}'],
  'a range as large as memory allows, printed': ['{{ (1..3000000) }}'],
  'a range, reversed': ['{% for i in (1..99999999) reversed %}{% break %}{% endfor %}'],
  'many ranges': ['{% assign a = (1..900000) %}'.repeat(50)],
  'a doubling text': [doubled(60)],
  'a doubling text, printed': [`${doubled(17)}{{ a }}`],
  'a doubling capture': [`{% assign a = "${TEN}" %}${'{% capture a %}{{ a }}{{ a }}{% endcapture %}'.repeat(60)}`],
  'each character replaced by the whole': [`${doubled(14)}{{ a | replace: "a", a }}`],
  'a long text looked for in a long one': [
    `${doubled(16)}{% assign b = a | prepend: "b" %}${often('{% if a contains b %}{% endif %}')}`,
  ],
  'a long text removed from a long one': [`${doubled(14)}{% assign b = a | append: "b" %}{{ a | remove_last: b }}`],
  'long texts compared': [`${doubled(14)}{% assign b = a | append: "" %}${often(often('{% if a == b %}{% endif %}'))}`],
  'a text split into characters': [`${doubled(16)}{% assign l = a | split: "" %}{{ l | sort | join: "xxxxx" }}`],
  'a list sorted again and again': [listOf(9000) + often('{% assign m = l | sort_natural | reverse | sort %}')],
  'a list filtered again and again': [listOf(9000) + often('{% assign m = l | where: "x", 1 %}')],
  'a list filtered by an expression': [listOf(9000) + often('{% assign m = l | where_exp: "i", "i > 3 and i < 4" %}')],
  'a list shuffled again and again': [listOf(9000) + often('{% assign m = l | sample: 5 %}')],
  'a list in itself, as JSON': [`${nestedInItself}{{ a | json }}`],
  'a list in itself, printed': [`${nestedInItself}{{ a }}`],
  'a list in itself, joined': [`${nestedInItself}{{ a | join: "," }}`],
  'groups of groups': [
    `{% assign a = payload.items %}${'{% assign g = a | group_by: "name" %}{% assign a = g | concat: g %}'.repeat(60)}{{ a | json }}`,
  ],
  'words counted again and again': [doubled(14, 'a b c d e ') + often('{% assign x = a | truncatewords: 5 %}')],
  'hashes again and again': [doubled(14) + often('{% assign x = a | sha256 %}')],
  'a date with a wide year': ['{{ "now" | date: "%999999999Y" }}'],
  'a date with many digits of a second': ['{{ "now" | date: "%99999999N" }}'],
  'a date with a long format': [`${doubled(16, '%Y%Y%Y%Y%Y')}{{ "now" | date: a }}`],
  'a wide table': ['{% tablerow i in (1..900000) cols:0.0001 %}{% endtablerow %}'],
  'many values cycled': [often(often('{% cycle "a", "b" %}'))],
  'tags within tags': ['{% if true %}'.repeat(8000) + '{% endif %}'.repeat(8000)],
  'brackets within brackets': [`{{ a${'[a'.repeat(20000)}${']'.repeat(20000)} }}`],
  'a long chain of filters': [`{{ "a"${' | append: "a"'.repeat(17_000)} }}`],
  'a long condition': [`{% if a${' and a'.repeat(40000)} %}{% endif %}`],
  'a megabyte of text': [`${'x'.repeat(1_000_000)}{{ a }}`],
  'very many outputs': ['{{ a }}'.repeat(37_000)],
  'many outputs': ['{{ a }}'.repeat(1_500), ''],
  'outputs that are not closed': ['{{'.repeat(100_000)],
  'tags that are not closed': ['{% if '.repeat(40_000)],
  'comments that are not closed': ['{% comment %}'.repeat(19_000)],
  'another file': ['{% include "/etc/passwd" %}'],
  'another template': ['{% render "x" %}'],
  'a layout': ['{% layout "x" %}{% block a %}{% endblock %}'],
  prototypes: [
    '{{ payload.__proto__ }}{{ payload.constructor.constructor }}{{ "a".constructor }}{{ payload["__proto__"]["toString"] }}{{ constructor }}{{ toString }}{{ payload.items | map: "constructor" }}{{ payload.items.constructor.name }}',
    '',
  ],
  'names of prototypes as variables': [
    '{% assign __proto__ = payload %}{{ __proto__.text }}{% increment __proto__ %}{% capture constructor %}!{% endcapture %}{{ constructor }}{{ payload.text }}',
    'text0!text',
  ],
  'numbers out of range': [
    '{{ "9e999" | times: "9e999" }} {{ 1.5 | round: 99999999 }} {{ 1 | modulo: 0 }}',
    'Infinity 1.5 NaN',
  ],
};

const variables = { payload: { text: 'text', items: [{ name: 'a' }, { name: 'b' }] } };

/**
 * Milliseconds of processor time. A rendering ends after 35 ms. Without a limit, it would take seconds or never end.
 */
const LIMIT = 250;

/**
 * Returns the result of the first attempt within the limit, otherwise of the last attempt. Attempts may lack processor
 * time.
 */
async function worked<T>(work: () => Promise<T>): Promise<{ result: T; milliseconds: number }> {
  const results: T[] = [];
  const milliseconds = await leastProcessorTime(LIMIT, async () => results.push(await work()));
  return { result: results.at(-1) as T, milliseconds };
}

for (const [name, [body, output]] of Object.entries(TEMPLATES)) {
  test(`${name} costs at most ${LIMIT} ms and ${output === undefined ? 'is a problem' : 'does no harm'}`, async () => {
    await renderStep({ type: 'chat', controls: { body: '{{ payload.text }}' }, variables });
    for (const [type, controls] of [
      ['chat', { body }],
      ['email', { subject: 'Hi', body, editorType: 'html' }],
    ] as const) {
      const { result, milliseconds } = await worked(() => renderStep({ type, controls, variables }));
      expect(milliseconds, `${type}, ${result.problem?.title}`).toBeLessThan(LIMIT);
      if (output === undefined) {
        expect(result.problem).toEqual({
          title: expect.stringMatching(/^(body|The step) [a-z]/),
          message: expect.stringMatching(/^[A-Z].*[.!?]$/),
          hint: expect.stringMatching(/^[A-Z].*\.$/),
          ...(result.problem?.control && { control: 'body' }),
        });
      } else expect(result).toMatchObject({ output: { body: output } });
    }
  });
}

const MARKUP: Record<string, string> = {
  'elements that are not closed': '<table><tr><td>'.repeat(15_000),
  'links in links': '<a href="https://example.com">'.repeat(10_000),
  'one element with many attributes': `<a ${'x="1" '.repeat(60_000)}>`,
  'opening brackets': '<'.repeat(300_000),
  comments: '<!--'.repeat(100_000),
  'style sheets': '<style>'.repeat(60_000),
  'a style sheet of comments': `<style>${'/*'.repeat(150_000)}`,
  'a style sheet of addresses': `<style>${'url('.repeat(80_000)}`,
  'a style of addresses': `<p style="${'a:url(('.repeat(50_000)}">`,
  'a style of comments': `<p style="${'/**'.repeat(100_000)}">`,
  entities: '&amp;#'.repeat(60_000),
  'empty lists': '<ol><li></li></ol>'.repeat(14_000),
  lists: '<ul><li>a</li></ul>'.repeat(13_000),
  paragraphs: '<p>a'.repeat(60_000),
  'line breaks': '<br>'.repeat(60_000),
  rules: '<hr>'.repeat(60_000),
  pictures: '<img alt="x">'.repeat(20_000),
};

for (const [name, body] of Object.entries(MARKUP)) {
  test(`HTML of ${name} costs at most ${LIMIT} ms`, async () => {
    await renderStep({ type: 'chat', controls: { body: '{{ payload.text }}' }, variables });
    const controls = { subject: 'Hi', body, editorType: 'html' };
    const { result, milliseconds } = await worked(() => renderStep({ type: 'email', controls, variables }));
    expect(milliseconds).toBeLessThan(LIMIT);
    expect(result.problem ?? result.output).toBeTruthy();
  });
}

test('a value that needs too much memory is a problem of its control', async () => {
  const items = Array.from({ length: 9 }, () => 'x'.repeat(1024 * 1024));
  const controls = { custom: { items: '{{ payload.items | json }}' } };
  const { problem } = await renderStep({ type: 'custom', controls, variables: { payload: { items } } });
  expect(problem).toMatchObject({ title: expect.stringMatching(/needs too much memory$/), control: 'custom' });
});

test('a block-editor document has the limits of the editor in size and depth', async () => {
  const nested = (depth: number): object =>
    depth === 0 ? { type: 'paragraph' } : { type: 'section', content: [nested(depth - 1)] };
  for (const body of [
    JSON.stringify({ type: 'doc', content: [nested(100)] }),
    JSON.stringify({ type: 'doc', content: Array.from({ length: 6_000 }, () => ({ type: 'paragraph' })) }),
    '{"type":"doc","content":['.repeat(20_000),
    JSON.stringify({ type: 'doc', content: [{ type: 'text', text: 'x'.repeat(600_000) }] }),
  ]) {
    const controls = { subject: 'Hi', body, editorType: 'block' };
    const { result, milliseconds } = await worked(() => renderStep({ type: 'email', controls, variables }));
    expect(milliseconds).toBeLessThan(LIMIT);
    expect(result.problem).toMatchObject({ control: 'body', hint: expect.any(String) });
  }
});
