import { describe, expect, test } from 'vitest';
import { leastProcessorTime } from '#testing/processor-time.ts';
import { liquid } from './engine.ts';
import { FILTERS } from './filter-arguments.ts';
import { filterProblem } from './filter-problems.ts';
import { templateReferences } from './references.ts';

/** Returns the paths in the template. A leading `!` marks names that are not local. */
function names(template: string): string[] {
  const { references, errors } = templateReferences(template);
  expect(errors).toEqual([]);
  return references.map(({ isLocal, path }) => `${isLocal ? '' : '!'}${path.join('.')}`);
}

describe('paths', () => {
  test.each([
    ['{{ payload.a.b }}', ['!payload.a.b']],
    ["{{ payload['a b'][0].c }}", ['!payload.a b.0.c']],
    ['{{ payload.items[-1] }}', ['!payload.items.-1']],
    ['{{ payload.items[payload.at].name }}', ['!payload.at', '!payload.items.*.name']],
    ['{{ (1..payload.n) | join }}', ['!payload.n']],
    ["{{ 'x' | append: payload.a, b: payload.c }}", ['!payload.a', '!payload.c']],
    [
      '{% if payload.a == payload.b and payload.c contains "x" %}{% endif %}',
      ['!payload.a', '!payload.b', '!payload.c'],
    ],
    [
      '{% case payload.a %}{% when payload.b, 2 %}{{ payload.c }}{% else %}{{ payload.d }}{% endcase %}',
      ['!payload.a', '!payload.b', '!payload.c', '!payload.d'],
    ],
    [
      '{% unless payload.a %}{{ payload.b }}{% elsif payload.c %}{% endunless %}',
      ['!payload.a', '!payload.b', '!payload.c'],
    ],
    ['{% echo payload.a | upcase %}', ['!payload.a']],
    ["{% cycle payload.group: 'a', payload.b %}", ['!payload.b', '!payload.group']],
    ['{% liquid assign a = payload.b\n echo a %}', ['!payload.b', 'a']],
    ['{% comment %}{{ nothing }}{% endcomment %}{% raw %}{{ nothing }}{% endraw %}{% # nothing %}', []],
    ['{{ true }}{{ nil }}{{ empty }}{{ "text" }}{{ 1.5 }}', []],
    ['{{ payload.größe }}{{ payload.first-name }}', ['!payload.größe', '!payload.first-name']],
    [
      "{{ payload.items | where_exp: 'item', 'item.price > payload.least' }}",
      ['!payload.items', 'item.price', '!payload.least'],
    ],
    ['no Liquid', []],
  ])('%s', (template, expected) => {
    expect(names(template).sort()).toEqual([...expected].sort());
  });
});

describe('scopes', () => {
  test.each([
    [
      'a loop variable and forloop within the loop only',
      '{% for i in payload.l %}{{ i }}{{ forloop.index }}{% endfor %}{{ i }}',
      ['!payload.l', 'i', 'forloop.index', '!i'],
    ],
    [
      'a table row has tablerowloop',
      '{% tablerow i in payload.l cols:2 %}{{ tablerowloop.col }}{{ i.x }}{% endtablerow %}',
      ['!payload.l', 'tablerowloop.col', 'i.x'],
    ],
    [
      'offset: continue is a word',
      '{% for i in payload.l offset:continue limit:payload.n %}{% endfor %}',
      ['!payload.l', 'continue', '!payload.n'],
    ],
    [
      'loops within loops',
      '{% for a in payload.l %}{% for b in a.l %}{{ a }}{{ b }}{{ forloop.parentloop.index }}{% endfor %}{% endfor %}',
      ['!payload.l', 'a.l', 'a', 'b', 'forloop.parentloop.index'],
    ],
    ['assign counts afterwards', '{{ x }}{% assign x = payload.a %}{{ x }}', ['!x', '!payload.a', 'x']],
    [
      'assign in a branch counts after it',
      '{% if payload.a %}{% assign x = 1 %}{% endif %}{{ x }}',
      ['!payload.a', 'x'],
    ],
    [
      'assign in a loop counts in its next round',
      '{% for i in payload.l %}{{ last }}{% assign last = i %}{% endfor %}{{ last }}',
      ['!payload.l', 'last', 'i', 'last'],
    ],
    ['capture', '{% capture x %}{{ payload.a }}{% endcapture %}{{ x | strip }}', ['!payload.a', 'x']],
    ['capture with a name in quotes', "{% capture 'x' %}{% endcapture %}{{ x }}", ['x']],
    ['increment and decrement', '{% increment n %}{% decrement m %}{{ n }}{{ m }}', ['n', 'm']],
    ['what is assigned shadows a namespace', '{% assign payload = 1 %}{{ payload.anything }}', ['payload.anything']],
    [
      'else of a loop',
      '{% for i in payload.l %}{% else %}{{ payload.none }}{% endfor %}',
      ['!payload.l', '!payload.none'],
    ],
  ])('%s', (_, template, expected) => {
    expect(names(template)).toEqual(expected);
  });
});

test('positions are lines and columns of the template', () => {
  const { references, filters } = templateReferences(
    'a\n{{ payload.a }}\n\n  {% if payload.bc | upcase: 1 %}{% endif %}',
  );
  expect(references.map(({ position }) => position)).toEqual([
    { line: 2, column: 4, length: 9 },
    { line: 4, column: 9, length: 10 },
  ]);
  expect(filters).toMatchObject([
    { name: 'upcase', input: ['payload', 'bc'], position: { line: 4, column: 22, length: 9 } },
  ]);
});

test.each([
  ['{{ payload.a', 'not closed', { line: 1, column: 1, length: 12 }],
  ['x\n{% if payload.a %}', 'not closed', { line: 2, column: 1, length: 18 }],
  ['{% endif %}', 'tag "endif" not found', { line: 1, column: 1, length: 11 }],
  ["{% include 'x' %}", 'tag "include" not found', { line: 1, column: 1, length: 17 }],
  ['{{ }}', 'invalid value', { line: 1, column: 4, length: 0 }],
  ['{% for in payload.l %}{% endfor %}', 'illegal tag', { line: 1, column: 1, length: 22 }],
  ['{% assign = 1 %}', 'expected variable name', { line: 1, column: 11, length: 1 }],
])('%s does not parse', (template, message, position) => {
  const { errors } = templateReferences(template);
  expect(errors).toHaveLength(1);
  expect(errors[0]?.message).toContain(message);
  expect(errors[0]?.message).not.toMatch(/line:|col:/);
  expect(errors[0]?.position).toMatchObject({ line: position.line });
});

describe('one mistake does not hide others', () => {
  const read = (template: string) => {
    const { errors, references, filters } = templateReferences(template);
    return {
      errors: errors.map(({ message }) => message),
      names: references.filter(({ isLocal }) => !isLocal).map(({ text }) => text),
      filters: filters.map(({ name }) => name),
    };
  };

  test.each<[template: string, errors: string[], names: string[], filters?: string[]]>([
    ['{{ payload.a }}{% if payload.b %}{{ payload.c }}', ['not closed'], ['payload.a', 'payload.b', 'payload.c']],
    ['{% if payload.a %}{% for x in payload.l %}{{ x.b }}', ['not closed', 'not closed'], ['payload.a', 'payload.l']],
    ['{{ payload.a {% if payload.b %}x{% endif %}', ['not closed'], ['payload.b']],
    ['{{ payload.a }}\n{{ payload.b', ['not closed'], ['payload.a']],
    ['{% endif %}{{ payload.a | upcasee }}', ['"endif" not found'], ['payload.a'], ['upcasee']],
    ['{% if payload.a == %}x{% else %}{{ payload.b }}{% endif %}', ['missing after `==`'], ['payload.a', 'payload.b']],
    ['{% if payload.a %}x{% endfor %}{{ payload.b }}', ['"endfor" not found'], ['payload.a', 'payload.b']],
    ['{% for x payload.l %}{{ x.y }}{% endfor %}{{ payload.b }}', ['illegal tag'], ['payload.b']],
    [
      '{{ payload.a | }}{{ payload.b. }}{{ payload.c }}',
      ['filter is missing', 'name is missing'],
      ['payload.a', 'payload.c'],
    ],
    ['{% include "x" %}{% render "y" %}', ['"include" not found', '"render" not found'], []],
  ])('%s', (template, errors, expected, filters = []) => {
    const found = read(template);
    expect(found.errors).toEqual(errors.map((text) => expect.stringContaining(text)));
    expect(found.names.sort()).toEqual(expected);
    expect(found.filters).toEqual(filters);
  });

  test.each([
    ['{{ total }}{% assign total = %}{{ total }}', [false, true]],
    ['{% if payload.a %}{{ total }}{% assign total = %}{{ total }}{% endif %}', [false, true]],
    ['{% if payload.a %}{% assign total = %}{% endif %}{{ total }}', [true]],
    ['{% for x in payload.l %}{{ total }}{% assign total = %}{% endfor %}{{ total }}', [true, true]],
  ])('%s: a name is known after the part that defines it', (template, known) => {
    const { references } = templateReferences(template);
    expect(references.filter(({ text }) => text === 'total').map(({ isLocal }) => isLocal)).toEqual(known);
  });

  test('an unfinished expression in a filter does not hide the other references', () => {
    const { references, errors } = templateReferences(
      '{{ payload.a }}{{ payload.l | where_exp: "i", "i.b ==" }}{{ payload.c }}',
    );
    expect(errors).toHaveLength(1);
    expect(references.map(({ text }) => text)).toEqual(['payload.a', 'payload.l', 'payload.c']);
  });

  const CONTEXTS = [
    '@',
    'Hello {{ payload.a }}, @',
    '@ and {{ payload.b }}\n{% if payload.c %}x{% endif %}',
    '<p>{{ payload.a }}</p>\n@\n<a href="{{ payload.b }}">{% if payload.c %}x{% endif %}</a>',
    '{% if payload.a %}@{% else %}y{% endif %}',
    '{% for item in payload.l %}{{ item }}@{% endfor %} {{ payload.x }}',
    '{% comment %}x{% endcomment %}@',
    '{"a": "@", "b": "{{ payload.b }}"}',
  ];

  test.each([
    '{{{ payload.x }}}',
    '{{{ payload.x }}',
    '{{{payload.x}} }',
    '{% raw %}',
    '{% raw %} a {{ b }}',
    '{% raw %}{% if %}{% endraw',
    '{% raw %}{% raw %}',
    '{% comment %} a',
    '{{ i }',
    '{{ i } b {{ payload.c }}',
    '{{ i }\n{{ payload.c }} }}',
    '{{ i',
    '{{ i %}',
    '{{ "a }}',
    '{{ a } }} {{ payload.b }}',
    '{% if payload.a %',
    '{% if payload.a %} x {% endif }',
    '{% if payload.a } x {% endif %}',
    '{% if payload.a }} x {% endif %}',
    '{%if payload.a%}',
    '{% for x in payload.l %}',
    '{% for x payload.l %}{% if payload.b %}x{% else %}y{% endif %}{% endfor %}',
    '{{ a | }}',
  ])('%s is one mistake, wherever it is', (fault) => {
    for (const context of CONTEXTS) {
      const template = context.replace('@', () => fault);
      const { errors, strays } = templateReferences(template);
      expect([...errors, ...strays], template).toHaveLength(1);
    }
  });

  test('an unclosed part ends where the next one begins', () => {
    const { errors, references } = templateReferences('{{ i } b {{ payload.c }}{% raw %}{{ payload.d }}');
    expect(errors).toEqual([
      { message: 'output "{{ i } b" not closed', position: { line: 1, column: 1, length: 8 } },
      { message: 'tag "{% raw %}" not closed', position: { line: 1, column: 25, length: 9 } },
    ]);
    expect(references.map(({ text }) => text)).toEqual(['payload.c']);
  });

  test.each([
    '{{ "{{ a }}" }}',
    "{{ payload.a | append: '{% b %}' }}",
    '{% # {{ note %}',
    '{% comment %}{{ a {{ b }}{% endcomment %}',
  ])('%s has no mistake', (template) => expect(templateReferences(template).errors).toEqual([]));

  test('positions are those of the template', () => {
    const { errors, references } = templateReferences('{% endif %}\n {{ }}\n  {{ payload.a }}');
    expect(errors.map(({ position }) => position.line)).toEqual([1, 2]);
    expect(references[0]?.position).toEqual({ line: 3, column: 6, length: 9 });
  });
});

test.each([
  ['{{{ payload.x }}}', ['`{{{ payload.x }}}` is Handlebars', 'In Liquid, write `{{ payload.x | raw }}`.']],
  ['{{#if payload.x}}', ['`{{#if payload.x}}` is Handlebars', '`{% if payload.x %}` … `{% endif %}`']],
  ['{{/if}}', ['`{% endif %}`']],
  ['{{#unless payload.x}}', ['`{% unless payload.x %}` … `{% endunless %}`']],
  ['{{#each payload.items}}', ['`{% for item in payload.items %}` … `{% endfor %}`', '`item.name`']],
  ['{{/each}}', ['`{% endfor %}`']],
  ['{{#payload.x}}', ['`{% if payload.x %}` … `{% endif %}`', '`{% for item in payload.x %}`']],
  ['{{^payload.x}}', ['`{% unless payload.x %}`']],
  ['{{else if payload.x}}', ['`{% elsif payload.x %}`']],
  ['{{else}}', ['`{% else %}`']],
  ['{{! a note }}', ['`{% comment %}`']],
  ['{{> header }}', ['no partials']],
  ['{{&payload.x}}', ['`{{ payload.x | raw }}`']],
  ['{{@index}}', ['`{{ forloop.index0 }}`']],
  ['{{../name}}', ['`{{ item.name }}`']],
  ['{{~payload.x~}}', ['`{{- payload.x -}}`']],
])('%s is Handlebars, and its Liquid is shown', (template, says) => {
  const { errors } = templateReferences(`{{ payload.a }} ${template} {{ payload.b }}`);
  expect(errors).toHaveLength(1);
  const text = `${errors[0]?.message}. ${errors[0]?.remedy}`;
  for (const part of says) expect(text).toContain(part);
});

test.each([
  ['{% if payload.x %}%}{% endif %}', [{ line: 1, column: 19, length: 2 }]],
  ['{{ payload.a }}\n }}', [{ line: 2, column: 2, length: 2 }]],
  ['<style>p{width:100%}@media (x){p{a:b}}</style>{{ payload.a }}', []],
  ['{"a":{"b":{{ payload.a }}}}', []],
  ['{% if payload.a %}p{width:1%{% endif %}}', []],
  ['Hi b %}', [{ line: 1, column: 6, length: 2 }]],
  ['Hi b }}', [{ line: 1, column: 6, length: 2 }]],
  [
    'a %} b }}',
    [
      { line: 1, column: 3, length: 2 },
      { line: 1, column: 8, length: 2 },
    ],
  ],
  ['<style>@media (x){p{width:100%}}</style>', []],
  ['{"a":{"b":1}}', []],
  ['50%} {{ payload.a }}', [{ line: 1, column: 3, length: 2 }]],
])('%s has an end of a tag outside of tags: %j', (template, places) => {
  const { strays, errors } = templateReferences(template);
  expect(errors).toEqual([]);
  expect(strays).toEqual(places);
});

test.each(['{%}', 'a {%}', '{%%}', '{%-%}', '{{-}}', 'x{%}y%}'])(
  'the range of the mistake in %s has no negative length',
  (template) => {
    const { errors } = templateReferences(template);
    expect(errors).toHaveLength(1);
    expect(errors[0]?.position.length).toBeGreaterThanOrEqual(0);
  },
);

test('hostile templates end quickly with a text', async () => {
  const deep = '{% if payload.a %}'.repeat(10_000) + '{% endif %}'.repeat(10_000);
  for (const template of [
    deep,
    '{{'.repeat(50_000),
    '{{ "'.repeat(25_000),
    `{{ a${'[b'.repeat(30_000)}${']'.repeat(30_000)}}}`,
    '{% raw %}'.repeat(11_000),
    '{% capture a %}'.repeat(7_000),
    '{% case a %}'.repeat(7_000),
    `{{ a | ${'x'.repeat(100_000)}: "`,
  ]) {
    expect(templateReferences(template).errors[0]?.message.length).toBeLessThan(400);
    expect(await leastProcessorTime(1_000, () => templateReferences(template))).toBeLessThan(1_000);
  }
  expect(templateReferences('{{ payload.a }}'.repeat(5_000)).references).toHaveLength(5_000);
  expect(templateReferences('{{ payload.a }}'.repeat(5_001)).errors[0]?.message).toContain('more than 5000');
  expect(templateReferences(`{{ a ${'| upcase'.repeat(7_900)} }}`).filters).toHaveLength(7_900);
  expect(templateReferences(`{{ a ${'| upcase'.repeat(8_100)} }}`).errors[0]?.message).toContain(
    'more than 64000 characters',
  );
  expect(templateReferences(`${'x'.repeat(200_000)}{{ a }}`).references).toHaveLength(1);
  expect(templateReferences(`{% liquid\n${'liquid '.repeat(30)}%}`).errors[0]?.message).toContain('nested too deeply');
});

test('names of prototypes are ordinary names', () => {
  const { references, filters } = templateReferences(
    '{{ __proto__.x | constructor }}{{ payload.toString }}{% assign __proto__ = 1 %}{{ hasOwnProperty }}',
  );
  expect(references.map(({ path, isLocal }) => [path.join('.'), isLocal])).toEqual([
    ['__proto__.x', false],
    ['payload.toString', false],
    ['hasOwnProperty', false],
  ]);
  expect(filters.map(({ name }) => name)).toEqual(['constructor']);
  expect(filterProblem({ name: 'constructor', args: [] })).toBeUndefined();
  expect(filterProblem({ name: '__proto__', args: [] })).toBeUndefined();
});

describe('filters', () => {
  test('exactly the filters of the engine have a signature', () => {
    expect(Object.keys(FILTERS).sort()).toEqual(Object.keys(liquid().filters).sort());
  });

  const problem = (template: string) => {
    const [use] = templateReferences(`{{ ${template} }}`).filters;
    return use && filterProblem(use);
  };

  test.each(Object.entries(FILTERS))('%s: the number of arguments is checked', (name, { parameters }) => {
    const literal = ({ kind, oneOf }: (typeof parameters)[number]) =>
      kind === 'number' || kind === 'zone' ? '1' : kind === 'flag' ? 'true' : `'${oneOf?.[0] ?? 'a'}'`;
    const call = (list: readonly string[]) => `payload.a | ${name}${list.length > 0 ? `: ${list.join(', ')}` : ''}`;
    const all = parameters.map(literal);
    const required = parameters.filter((parameter) => parameter.required).length;
    for (let count = required; count <= all.length; count++) expect(problem(call(all.slice(0, count)))).toBeUndefined();
    expect(problem(call([...all, '1']))).toMatch(/takes/);
    if (required > 0) expect(problem(call(all.slice(0, required - 1)))).toMatch(/is missing/);
    expect(problem(`payload.a | ${name}: ${[...all, 'nonsense: 1'].join(', ')}`)).toMatch(/has no argument `nonsense`/);
  });

  test.each([
    ["payload.a | plus: 'x'", '`number` of `plus` must be a number, not "x"'],
    ['payload.a | plus: true', 'must be a number, not true'],
    ['payload.a | plus: (1..3)', 'must be a number, not a range'],
    ['payload.a | truncate: -1', '`length` of `truncate` must be at least 0'],
    ["payload.a | slugify: 'fancy'", 'must be one of none, raw'],
    ["payload.a | default: 'x', allow_false: 1", '`allow_false` of `default` must be true or false'],
    ["payload.a | digest: 'two'", '`names` of `digest` must be a number'],
    ["payload.a | toSentence: 'x', -2", '`limit` of `toSentence` must be at least 0'],
    ["steps.d.events | toSentence: ''", '`toSentence` needs the field of each event'],
    ['steps.d.events | toSentence', '`toSentence` needs the field of each event'],
    ['payload.a | json: "wide"', '`indent` of `json` must be a number'],
    ['payload.a | pluralize', '`singular` is missing'],
  ])('%s', (template, expected) => {
    expect(problem(template)).toContain(expected);
  });

  test.each([
    "payload.a | plus: '2.5'",
    'payload.a | plus: payload.b',
    'payload.a | append: 3',
    'payload.a | append: nil',
    "payload.a | default: '', allow_false: true",
    "steps.d.events | toSentence: 'payload.name', 2, 'other'",
    'payload.names | toSentence',
    "steps.d.events | map: 'payload' | toSentence: 'name'",
    'payload.a | concat: payload.b',
    'payload.a | json: 2',
    "payload.a | pluralize: 'box', 'boxes'",
    'payload.a | date: "%Y", -60',
  ])('%s is valid', (template) => {
    expect(problem(template)).toBeUndefined();
  });
});
