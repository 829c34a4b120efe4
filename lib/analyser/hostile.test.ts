import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '#lib/api/text.ts';
import { stepDefinition, type WorkflowStepType } from '#lib/steps/index.ts';
import { StepIssues } from '#lib/steps/issues.ts';
import { WORKFLOW_STEP_TYPES } from '#lib/steps/step-type.ts';
import { analyseWorkflow } from './analyse.ts';
import { withoutEmpty } from './completeness.ts';

function issuesOf(type: WorkflowStepType, controls: JsonObject, payloadSchema: JsonObject | null = null) {
  const { steps } = analyseWorkflow({ active: true, payloadSchema, steps: [{ stepId: 'a', type, controls }] }, []);
  const issues = steps[0]?.issues ?? {};
  expect(StepIssues.parse(issues)).toEqual(issues);
  return issues.controls;
}

/** CPU milliseconds of the process: the clock says little on a busy machine. */
function cpuMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

describe.each(WORKFLOW_STEP_TYPES)('%s', (type) => {
  const names = fc.constantFrom(...Object.keys(stepDefinition(type).controls.shape), '__proto__', 'constructor', 'x');
  const text = fc.constantFrom(
    '{{',
    '{% if %}',
    '{{ __proto__.a }}',
    '{"type":"doc","content":[{"type":"repeat"}]}',
    '{"',
    '/',
    '',
  );

  test('any JSON as controls and as payload schema has issues at most', () => {
    const anything = fc.oneof(fc.jsonValue({ maxDepth: 3 }), text);
    const controls = fc.dictionary(names, anything, { noNullPrototype: true });
    fc.assert(
      fc.property(controls, fc.dictionary(fc.string(), anything, { noNullPrototype: true }), (given, schema) => {
        const before = JSON.stringify(given);
        issuesOf(type, given as JsonObject, schema as JsonObject);
        expect(JSON.stringify(given)).toBe(before);
      }),
      { numRuns: 150 },
    );
  });
});

test('names of prototypes are unknown names', () => {
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'];
  const schema = { type: 'object', properties: { a: { type: 'object', properties: { b: {} } } } };
  for (const name of names) {
    for (const path of [
      name,
      `payload.${name}`,
      `payload.a.${name}`,
      `subscriber.${name}`,
      `steps.${name}`,
      `steps.${name}.x`,
    ]) {
      expect(issuesOf('sms', { body: `{{ ${path} }}` }, schema)?.body).toMatchObject([{ variableName: path }]);
      expect(issuesOf('sms', { body: 'x', skip: { '!': { var: path } } }, schema)?.skip).toMatchObject([
        { variableName: path },
      ]);
    }
    expect(issuesOf('sms', { body: `{{ 'x' | ${name} }}` })?.body?.[0]?.message).toContain('is no filter');
  }
  const own = JSON.parse('{"body": "x", "__proto__": {"body": 1}, "constructor": 2}');
  expect(Object.keys(issuesOf('sms', own) ?? {}).sort()).toEqual(["['__proto__']", 'constructor']);
});

test('hostile templates, rules and schemas are quick', () => {
  const wide = {
    type: 'object',
    properties: Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`name_${at}`, {}])),
  };
  let deep: JsonObject = {};
  for (let level = 0; level < 60; level++) deep = { anyOf: [deep, deep], allOf: [deep], $ref: '#' };
  const wrong = Array.from({ length: 4_900 }, (_, at) => `{{ payload.nam_${at}_x }}`).join('');
  const cases: [string, JsonObject, JsonObject | null][] = [
    ['10,000 nested ifs', { body: '{% if payload.a %}'.repeat(10_000) + '{% endif %}'.repeat(10_000) }, null],
    ['a text of outputs', { body: '{{a}}'.repeat(50_000) }, null],
    ['thousands of near misses', { body: wrong }, wide],
    ['a schema of combinations', { body: '{{ payload.a.b.c }}' }, { type: 'object', properties: { a: deep } }],
    ['a long name', { body: `{{ ${'a'.repeat(100_000)} }}` }, wide],
    ['a rule of rules', { body: 'x', skip: JSON.parse(`${'{"and":['.repeat(5_000)}1${']}'.repeat(5_000)}`) }, null],
  ];
  for (const [name, controls, schema] of cases) {
    expect(
      cpuMs(() => issuesOf('sms', controls, schema)),
      name,
    ).toBeLessThan(3_000);
    expect(issuesOf('sms', controls, schema), name).toBeDefined();
  }
});

test('many issues of one control are told up to a number, and each variable once', () => {
  const many = Array.from({ length: 200 }, (_, at) => `{{ wrong_${at} }}`).join('');
  expect(issuesOf('sms', { body: many })?.body).toHaveLength(50);
  expect(issuesOf('sms', { body: '{{ wrong }} {{ wrong }} {{wrong|upcase}}' })?.body).toHaveLength(1);
});

test('what counts as absent', () => {
  expect(withoutEmpty({ a: '', b: null, c: { d: '', e: { f: null } }, g: 0, h: false, i: [''], j: [] })).toEqual({
    g: 0,
    h: false,
    i: [{}],
  });
  expect(issuesOf('delay', { type: null, amount: 1, unit: 'days' })).toBeUndefined();
  expect(issuesOf('in_app', { body: 'x', redirect: { url: '' }, primaryAction: {} })).toBeUndefined();
});
