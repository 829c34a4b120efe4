/** Generates random workflows without issues, for property tests. */
import fc from 'fast-check';
import type { AnalysedStep, AnalysedWorkflow } from '#lib/analyser/analyse.ts';
import type { JsonObject } from '#lib/json/values.ts';
import { stepType, type WorkflowStepType } from '#lib/steps/index.ts';

/** The variables of a template: single values, and lists with the fields of their items. */
interface Names {
  values: string[];
  lists: { path: string; item: string }[];
}

const NAME = fc.constantFrom('order', 'total', 'customer', 'line_items', 'größe', 'x1', 'plan', 'is-new');

interface Described {
  schema: JsonObject;
  names: Names;
}

const plainSchema = fc.constantFrom<JsonObject>(
  { type: 'string' },
  { type: ['string', 'null'], format: 'date-time' },
  { type: 'number', minimum: 0 },
  { enum: ['a', 'b'] },
  {},
);

/** Generates a property with its nested properties. `prefix` is its path. */
function property(prefix: string, depth: number): fc.Arbitrary<Described> {
  const value = plainSchema.map((schema): Described => ({ schema, names: { values: [prefix], lists: [] } }));
  if (depth === 0) return value;
  return fc.oneof(
    { weight: 3, arbitrary: value },
    { weight: 2, arbitrary: objectAt(prefix, depth - 1) },
    {
      weight: 1,
      arbitrary: objectAt('', depth - 1).map(({ schema, names }): Described => {
        const [item = ''] = names.values;
        return {
          schema: { type: 'array', items: { allOf: [schema] } },
          names: {
            values: [`${prefix}[0]${item}`, `${prefix}.first${item}`, `${prefix}.size`],
            lists: [{ path: prefix, item }],
          },
        };
      }),
    },
  );
}

function objectAt(prefix: string, depth: number): fc.Arbitrary<Described> {
  return fc.uniqueArray(NAME, { minLength: 1, maxLength: 4 }).chain((names) =>
    fc.tuple(...names.map((name) => property(`${prefix}.${name}`, depth))).map((parts): Described => {
      const properties = Object.fromEntries(names.map((name, at) => [name, parts[at]?.schema]));
      return {
        schema: { type: 'object', properties },
        names: { values: parts.flatMap((part) => part.names.values), lists: parts.flatMap((part) => part.names.lists) },
      };
    }),
  );
}

const payload = fc.tuple(objectAt('payload', 2), fc.boolean()).map(([{ schema, names }, byReference]) => ({
  schema: byReference ? { $ref: '#/$defs/payload', $defs: { payload: schema } } : schema,
  names,
}));

const ALWAYS = [
  'subscriber.firstName',
  'subscriber.data.team',
  'workflow.name',
  'workflow.tags',
  'context.tenant.id',
  'payload',
];

/** Returns the variables that later steps may use, including those of a step's result. */
function resultNames({ stepId, type }: AnalysedStep, names: Names): Names {
  const events = names.values.map((value) => `events[0].${value}`);
  const of: Partial<Record<WorkflowStepType, { values: string[]; lists?: Names['lists'] }>> = {
    digest: { values: ['eventCount', 'events.size', ...events], lists: [{ path: 'events', item: '.id' }] },
    in_app: { values: ['seen', 'lastReadDate'] },
    delay: { values: ['duration'] },
    custom: { values: ['anything.at.all'] },
    http_request: { values: ['status'] },
  };
  const { values = [], lists = [] } = of[type] ?? {};
  const full = (path: string) => `steps.${stepId}.${path}`;
  return { values: values.map(full), lists: lists.map(({ path, item }) => ({ path: full(path), item })) };
}

/** Generates a template without issues. With `plain`, the template has no quotes and angle brackets. */
function template(names: Names): fc.Arbitrary<string> {
  const value = fc.constantFrom(...ALWAYS, ...names.values);
  const filter = fc.constantFrom(
    'upcase',
    "default: 'x'",
    "append: '!'",
    'truncate: 20',
    'json',
    "replace: 'a', 'b'",
    'plus: 1',
    'size',
  );
  const output = fc
    .tuple(value, fc.array(filter, { maxLength: 2 }))
    .map(([path, filters]) => `{{ ${[path, ...filters].join(' | ')} }}`);
  const loop =
    names.lists.length === 0
      ? output
      : fc
          .constantFrom(...names.lists)
          .map(({ path, item }) => `{% for one in ${path} limit:3 %}{{ forloop.index }} {{ one${item} }}{% endfor %}`);
  const assigned = value.map((path) => `{% assign mine = ${path} %}{{ mine | upcase }}`);
  const condition = fc
    .tuple(value, output)
    .map(([path, then]) => `{% if ${path} == 'x' %}${then}{% else %}y{% endif %}`);
  const captured = output.map((inner) => `{% capture kept %}${inner}{% endcapture %}{{ kept }}`);
  const words = fc.constantFrom('Hello ', 'order ', '100% ', 'a } b ', '\n');
  return fc
    .array(fc.oneof(words, output, output, loop, assigned, condition, captured), { minLength: 1, maxLength: 5 })
    .map((parts) => `Text ${parts.join('')}`);
}

/** Generates a rule that skips a step. */
function rule(names: Names): fc.Arbitrary<JsonObject> {
  const field = fc.constantFrom(...names.values.filter((path) => !path.includes('['))).map((path) => ({ var: path }));
  const comparison = fc.oneof(
    fc
      .tuple(fc.constantFrom('==', '!=', '<', 'contains', 'startsWith'), field)
      .map(([operator, one]) => ({ [operator]: [one, 'a'] })),
    field.map((one) => ({ notNull: [one] })),
    field.map((one) => ({ withinLast: [one, { amount: 2, unit: 'days' }] })),
    field.map((one) => ({ in: [one, ['a', 'b']] })),
  );
  return fc.oneof(
    fc.constant({}),
    comparison,
    fc.array(comparison, { minLength: 1, maxLength: 3 }).map((and) => ({ and })),
  );
}

type MakeControls = (text: fc.Arbitrary<string>, key: fc.Arbitrary<string>) => fc.Arbitrary<JsonObject>;

const span = (units: string[]) =>
  fc.record({ amount: fc.integer({ min: 1, max: 5 }), unit: fc.constantFrom(...units) });
const LONG_UNITS = ['seconds', 'minutes', 'hours', 'days', 'weeks', 'months'];
const schedule = fc
  .constantFrom('0 9 * * 1', '*/5 * * * *', '0 0 1 * *', '@daily')
  .map((cron) => ({ type: 'timed', cron }));
const optional = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined });

const CONTROLS = {
  in_app: (text) =>
    fc.record({
      subject: text,
      body: optional(text),
      avatar: optional(
        fc.constantFrom('/a.png', 'https://a.example/{{ subscriber.avatar }}', '{{ subscriber.avatar }}'),
      ),
      data: optional(fc.record({ note: text, number: fc.integer() })),
      primaryAction: optional(
        fc.record({
          label: text,
          redirect: fc.constant({ url: '/orders/{{ subscriber.subscriberId }}', target: '_self' }),
        }),
      ),
    }),
  email: (text) =>
    fc.oneof(
      fc.record({
        subject: text,
        body: text,
        editorType: fc.constant('html'),
        layoutId: fc.constantFrom(null, undefined, 'main'),
      }),
      fc.record({ subject: text, body: text.map(blockBody), editorType: fc.constantFrom('block', undefined) }),
    ),
  sms: (text) => fc.record({ body: text }),
  push: (text) => fc.record({ subject: optional(text), body: text }),
  chat: (text) => fc.record({ body: text }),
  delay: () => fc.oneof(span(LONG_UNITS), schedule),
  digest: (_, key) =>
    fc
      .tuple(fc.oneof(span(LONG_UNITS), schedule), optional(key))
      .map(([controls, digestKey]) => ({ ...controls, digestKey })),
  throttle: (_, key) =>
    fc.oneof(
      fc
        .tuple(span(['minutes', 'hours', 'days']), optional(key))
        .map(([controls, throttleKey]) => ({ type: 'fixed', threshold: 2, ...controls, throttleKey })),
      key.map((dynamicKey) => ({ type: 'dynamic', dynamicKey })),
    ),
  custom: (text) => fc.record({ custom: fc.record({ a: text }) }),
  http_request: (text) =>
    fc.record({
      method: fc.constantFrom('GET', 'POST'),
      url: fc.constantFrom('https://a.example/x', 'https://a.example/{{ subscriber.subscriberId }}'),
      headers: optional(fc.tuple(fc.record({ key: fc.constant('X-A'), value: text }))),
      body: optional(text),
      responseBodySchema: fc.constant({ type: 'object', properties: { status: { type: 'string' } } }),
    }),
} satisfies Partial<Record<WorkflowStepType, MakeControls>>;

type MadeType = keyof typeof CONTROLS;

function blockBody(text: string): string {
  const content = [
    { type: 'paragraph', content: [{ type: 'text', text }] },
    { type: 'spacer', attrs: { height: 8 } },
  ];
  return JSON.stringify({ type: 'doc', content });
}

/** Generates the steps one after another, because each step may use the results of earlier steps. */
function stepsAfter(before: AnalysedStep[], names: Names, types: MadeType[]): fc.Arbitrary<AnalysedStep[]> {
  const [type, ...rest] = types;
  if (!type) return fc.constant(before);
  const results = before.map((step) => resultNames(step, names));
  const known: Names = {
    values: [...names.values, ...results.flatMap(({ values }) => values)],
    lists: [...names.lists, ...results.flatMap(({ lists }) => lists)],
  };
  const key = fc.constantFrom(...names.values.filter((value) => !/[.[]first|size/.test(value)));
  const skip = 'skip' in stepType(type).controls.shape ? optional(rule(known)) : fc.constant(undefined);
  return fc.tuple(CONTROLS[type](template(known), key), skip).chain(([controls, rules]) => {
    const step = { stepId: `step-${before.length}`, type, controls: { ...controls, ...(rules && { skip: rules }) } };
    return stepsAfter([...before, step], names, rest);
  });
}

/** Generates an active workflow of one to six steps. */
export const validWorkflow: fc.Arbitrary<AnalysedWorkflow> = fc
  .tuple(payload, fc.array(fc.constantFrom(...(Object.keys(CONTROLS) as MadeType[])), { minLength: 1, maxLength: 6 }))
  .chain(([{ schema, names }, types]) =>
    stepsAfter([], names, types).map((steps) => ({ active: true, payloadSchema: schema, steps })),
  );
