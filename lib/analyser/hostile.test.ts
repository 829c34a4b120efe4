import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '#lib/json/values.ts';
import { stepType, type WorkflowStepType } from '#lib/steps/index.ts';
import { StepIssues } from '#lib/steps/issues.ts';
import { WORKFLOW_STEP_TYPES } from '#lib/steps/type-names.ts';
import { leastProcessorTime } from '#testing/processor-time.ts';
import { analyseWorkflow } from './analyse.ts';
import { withoutEmpty } from './completeness.ts';

function issuesOf(type: WorkflowStepType, controls: JsonObject, payloadSchema: JsonObject | null = null) {
  const { steps } = analyseWorkflow({ active: true, payloadSchema, steps: [{ stepId: 'a', type, controls }] }, []);
  const issues = steps[0]?.issues ?? {};
  expect(StepIssues.parse(issues)).toEqual(issues);
  return issues.controls;
}

/** An analysis should take less than 100 ms. Without a limit, each of these takes seconds. */
const MAX_MS = 600;

describe.each(WORKFLOW_STEP_TYPES)('%s', (type) => {
  const names = fc.constantFrom(...Object.keys(stepType(type).controls.shape), '__proto__', 'constructor', 'x');
  const text = fc.constantFrom(
    '{{',
    '{% if %}',
    '{{ __proto__.a }}',
    '{"type":"doc","content":[{"type":"repeat"}]}',
    '{"',
    '/',
    '',
  );

  test('any JSON as controls or payload schema causes issues, never an error', () => {
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
    expect(issuesOf('sms', { body: `{{ 'x' | ${name} }}` })?.body?.[0]?.message).toContain('is not a filter');
  }
  const own = JSON.parse('{"body": "x", "__proto__": {"body": 1}, "constructor": 2}');
  expect(Object.keys(issuesOf('sms', own) ?? {}).sort()).toEqual(["['__proto__']", 'constructor']);
});

type Steps = Parameters<typeof analyseWorkflow>[0]['steps'];

const many = (count: number, part: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => part(at)).join('');
const sms = (body: string, stepId = 'a') => ({ stepId, type: 'sms' as const, controls: { body } });
const object = (properties: JsonObject): JsonObject => ({ type: 'object', properties });

const WIDE = object(Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`name_${at}`, {}])));
const DEEP = () => {
  let deep: JsonObject = {};
  for (let level = 0; level < 60; level++) deep = { anyOf: [deep, deep], allOf: [deep], $ref: '#' };
  return object({ a: deep });
};
/** Every part refers to every other part. */
const TANGLED = {
  type: 'object',
  anyOf: Array.from({ length: 300 }, (_, at) => ({ $ref: `#/$defs/d${at % 50}` })),
  $defs: Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`d${at}`, object({ [`k${at}`]: { $ref: '#' } })])),
};

/** Hostile templates, in one step, or in as many steps as a workflow may have. */
const HOSTILE: Record<string, [steps: string | Steps, payload?: JsonObject]> = {
  'ifs within ifs': ['{% if payload.a %}'.repeat(10_000) + '{% endif %}'.repeat(10_000)],
  'ifs within ifs, again and again': [('{% if a %}'.repeat(150) + '{% endif %}'.repeat(150)).repeat(16)],
  'loops that assign within loops': [
    ('{% for a in b %}{% assign x = 1 %}'.repeat(190) + '{% endfor %}'.repeat(190)).repeat(5),
  ],
  'very many outputs': ['{{a}}'.repeat(50_000)],
  'many outputs': [many(3_500, (at) => `{{ a.b${at} }}`)],
  'many near misses': [many(2_500, (at) => `{{ payload.nam_${at} }}`), WIDE],
  'paths through a tangled schema': [
    many(1_900, (at) => `{{ payload.k${at % 50}.k${(at * 7) % 50}.x${at} }}`),
    TANGLED,
  ],
  'paths through a schema of combinations': [many(2_500, (at) => `{{ payload.a.b.c${at} }}`), DEEP()],
  'a long name': [`{{ ${'a'.repeat(60_000)} }}`, WIDE],
  'a long path': [`{{ payload${'.a'.repeat(31_000)} }}`],
  'a long condition': [`{% if a${' and a'.repeat(10_000)} %}{% endif %}`],
  'a long chain of filters': [`{{ a${' | upcase'.repeat(7_000)} }}`],
  'many arguments': [`{{ a | append: ${'1, '.repeat(21_000)}1 }}`],
  'a long cycle': [`{% cycle 1${', 1'.repeat(21_000)}, nowhere %}`],
  'many values of a case': [`{% case a %}{% when 1${', 1'.repeat(21_000)} %}{% endcase %}`],
  'many lines of a liquid tag': [`{% liquid\n${'echo a\n'.repeat(9_000)}%}`],
  'liquid tags within one another': [`{% liquid\n${'liquid '.repeat(9_000)}%}`],
  'expressions in texts': [many(1_500, (at) => `{{ a | where_exp: "i", "i.x${at} > 1" }}`)],
  'outputs that are not closed': ['{{ a '.repeat(4_000) + 'x'.repeat(200_000)],
  'lines without number': ['\n'.repeat(200_000) + many(3_000, (at) => `{{ x${at} }}\n`)],
  'many steps': [
    Array.from({ length: 50 }, (_, at) =>
      sms(
        many(1_000, (n) => `{{ payload.x${at}_${n} }}`),
        `s${at}`,
      ),
    ),
  ],
  'many digests of a wide payload': [
    Array.from({ length: 50 }, (_, at) =>
      at % 2 === 0
        ? { stepId: `s${at}`, type: 'digest' as const, controls: { amount: 1, unit: 'hours' } }
        : sms(
            many(200, (n) => `{{ steps.s${at - 1}.events[0].payload.name_${n} }}`),
            `s${at}`,
          ),
    ),
    WIDE,
  ],
  'many rules': [
    Array.from({ length: 50 }, (_, at) => ({
      ...sms('x', `s${at}`),
      controls: {
        body: 'x',
        skip: { and: Array.from({ length: 450 }, (_none, n) => ({ '==': [{ var: `payload.nam_${at}_${n}` }, 1] })) },
      },
    })),
    WIDE,
  ],
  'a rule of rules': [
    [{ ...sms('x'), controls: { body: 'x', skip: JSON.parse(`${'{"and":['.repeat(5_000)}1${']}'.repeat(5_000)}`) } }],
  ],
  'schedules that never come': [
    Array.from({ length: 50 }, (_, at) => ({
      stepId: `s${at}`,
      type: 'delay' as const,
      controls: { type: 'timed', cron: `${at} 7 31 2 *` },
    })),
  ],
  'a block-editor document of many blocks': [
    [
      {
        stepId: 'a',
        type: 'email' as const,
        controls: {
          subject: 'x',
          editorType: 'block',
          body: JSON.stringify({
            type: 'doc',
            content: Array.from({ length: 2_400 }, (_, at) => ({
              type: 'paragraph',
              attrs: { showIfKey: `payload.x${at}` },
              content: [{ type: 'text', text: `{{ payload.x${at} }}` }],
            })),
          }),
        },
      },
    ],
    WIDE,
  ],
};

test.each(Object.entries(HOSTILE))(
  '%s: is analysed quickly and has an issue',
  async (_name, [given, payloadSchema = object({})]) => {
    const steps = typeof given === 'string' ? [sms(given)] : given;
    const analyse = () => analyseWorkflow({ active: true, payloadSchema, steps }, []);
    expect(await leastProcessorTime(MAX_MS, analyse)).toBeLessThan(MAX_MS);
    const { steps: analysed, issues } = analyse();
    expect(issues?.steps ?? analysed.find((step) => step.issues?.controls)).toBeDefined();
  },
);

test('unchecked parts are reported, and each analysis has the same result', () => {
  const steps = Array.from({ length: 50 }, (_, at) =>
    sms(
      many(300, (n) => `{{ payload.x${at}_${n} }}`),
      `s${at}`,
    ),
  );
  const analyse = () => analyseWorkflow({ active: true, payloadSchema: object({}), steps }, []);
  const first = analyse();
  expect(first.issues?.steps?.message).toContain('more than can be checked');
  expect(first.steps[0]?.issues?.controls?.body).toHaveLength(50);
  expect(first.steps[49]?.issues?.controls).toBeUndefined();
  expect(analyse()).toEqual(first);
  expect(
    analyseWorkflow({ active: true, payloadSchema: object({}), steps: steps.slice(0, 5) }, []).issues,
  ).toBeUndefined();
});

test('many issues of one control are reported up to a limit, and each variable once', () => {
  expect(issuesOf('sms', { body: many(200, (at) => `{{ wrong_${at} }}`) })?.body).toHaveLength(50);
  expect(issuesOf('sms', { body: '{{ wrong }} {{ wrong }} {{wrong|upcase}}' })?.body).toHaveLength(1);
});

test('some values count as absent', () => {
  expect(withoutEmpty({ a: '', b: null, c: { d: '', e: { f: null } }, g: 0, h: false, i: [''], j: [] })).toEqual({
    g: 0,
    h: false,
    i: [{}],
  });
  expect(issuesOf('delay', { type: null, amount: 1, unit: 'days' })).toBeUndefined();
  expect(issuesOf('in_app', { body: 'x', redirect: { url: '' }, primaryAction: {} })).toBeUndefined();
});
