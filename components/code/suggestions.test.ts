import { describe, expect, test } from 'vitest';
import { FILTERS } from '#lib/liquid/filter-arguments.ts';
import { variablesSchema } from '#lib/steps/variables.ts';
import { suggestions } from './suggestions.ts';
import { templateContext } from './template-context.ts';

const item = { type: 'object', properties: { name: { type: 'string' }, price: { type: 'number' } } };
const payload = {
  type: 'object',
  properties: {
    orderId: { type: 'string', description: 'The number of the order.' },
    items: { type: 'array', items: { $ref: '#/$defs/item' } },
    address: { anyOf: [{ type: 'null' }, { type: 'object', properties: { city: { type: 'string' } } }] },
    until: { type: 'string', format: 'date-time' },
  },
  $defs: { item },
};
const variables = variablesSchema(payload, [{ stepId: 'collect', type: 'digest', controls: {} }]);

/** The suggestions at the position of `^`. */
function offered(template: string) {
  const at = template.indexOf('^');
  const context = templateContext(template.replace('^', ''), at);
  return context && suggestions(context, variables);
}

function labels(template: string): string[] | undefined {
  return offered(template)?.map(({ label }) => label);
}

describe('variables', () => {
  test.each(['{{^', '{{ ^', '{{- pay^', 'Hello {{ payload.orderId }} and {{ ^ }}', '{% if ^', '{% assign x = ^'])(
    'the roots after %s',
    (template) => {
      expect(labels(template)?.slice(0, 5)).toEqual(
        expect.arrayContaining(['subscriber', 'payload', 'steps', 'workflow', 'context']),
      );
    },
  );

  test.each([
    ['{{ payload.^ }}', ['orderId', 'items', 'address', 'until']],
    ['{{ payload.ord^ }}', ['orderId', 'items', 'address', 'until']],
    ['{% if payload.address.^ %}', ['city']],
    ['{{ payload.items[0].^ }}', ['name', 'price']],
    ['{{ payload.items.first.^ }}', ['name', 'price']],
    ["{{ payload['address'].^ }}", ['city']],
    ['{{ steps.^ }}', ['collect']],
    ['{{ steps.collect.events[0].payload.items[1].^ }}', ['name', 'price']],
    ['{{ x | append: payload.address.^ }}', ['city']],
  ])('suggestions after %s', (template, expected) => {
    expect(labels(template)).toEqual(expected);
  });

  test('no suggestions after a path that the schema lacks', () => {
    expect(labels('{{ payload.unknown.^ }}')).toEqual([]);
    expect(labels('{{ subscriber.data.^ }}')).toEqual([]);
  });

  test('have a type and a description', () => {
    const found = offered('{{ payload.^ }}');
    expect(found?.[0]).toMatchObject({ label: 'orderId', detail: 'text', info: 'The number of the order.' });
    expect(found?.map(({ detail }) => detail)).toEqual(['text', 'list of objects', 'object', 'date and time']);
    expect(found?.find(({ label }) => label === 'address')?.nested).toBe(true);
  });

  test('a list offers its size in addition to its items', () => {
    expect(labels('{{ payload.items.^ }}')).toEqual(['size', 'first', 'last']);
  });
});

describe('local names', () => {
  test('a loop variable stands for an item, within its loop', () => {
    expect(labels('{% for item in payload.items %}{{ item.^ }}')).toEqual(['name', 'price']);
    expect(labels('{% for item in payload.items %}{{ ^ }}')?.slice(0, 2)).toEqual(['item', 'forloop']);
    expect(labels('{% for item in payload.items %}{% endfor %}{{ ^ }}')).not.toContain('item');
  });

  test('loops within loops', () => {
    expect(labels('{% for event in steps.collect.events %}{% for line in event.payload.items %}{{ line.^ }}')).toEqual([
      'name',
      'price',
    ]);
  });

  test('forloop has properties inside loops only', () => {
    expect(labels('{% for x in payload.items %}{{ forloop.^ }}')).toContain('index');
    expect(labels('{{ forloop.^ }}')).toEqual([]);
  });

  test('assignments and captures', () => {
    expect(labels('{% assign a = payload.address %}{{ a.^ }}')).toEqual(['city']);
    expect(labels('{% capture b %}x{% endcapture %}{{ ^ }}')).toContain('b');
    expect(labels('{{ ^ }}{% assign later = 1 %}')).not.toContain('later');
  });
});

describe('filters and tags', () => {
  test.each(['{{ payload.orderId | ^', '{{ payload.orderId | upc^ }}', '{% assign x = 1 | ^'])(
    'after %s',
    (template) => {
      expect(labels(template)).toEqual(Object.keys(FILTERS));
    },
  );

  test('filters have their arguments and a description', () => {
    const found = offered('{{ x | ^')?.find(({ label }) => label === 'toSentence');
    expect(found?.detail).toContain('keyPath?');
    expect(found?.info).toMatch(/\.$/);
  });

  test('tags', () => {
    expect(labels('{% ^')).toEqual(expect.arrayContaining(['if', 'for', 'assign', 'endfor']));
    expect(labels('{%- fo^')).toContain('for');
  });
});

test.each([
  'Hello ^',
  '{{ payload.orderId }}^',
  "{{ 'a ^",
  '{{ x | default: "^',
  '{% for ^',
  '{% assign ^',
  '^{{ x }}',
])('no suggestions in %s', (template) => {
  expect(offered(template)).toBeUndefined();
});
