import { expect, test } from 'vitest';
import { analyseWorkflow } from '#lib/analyser/analyse.ts';
import { renderStep } from '#lib/rendering/render-step.ts';
import { PAYLOAD, VARIABLES } from './conformance/variables.ts';
import { CONFORMANCE } from './conformance.ts';
import { liquid } from './engine.ts';
import { FILTERS } from './filter-arguments.ts';

/** A schema that only values of this shape match. */
function schemaOf(value: unknown): Record<string, unknown> {
  if (value === null) return { type: ['string', 'null'] };
  if (Array.isArray(value)) return { type: 'array', items: schemaOf(value[0] ?? '') };
  if (typeof value !== 'object') return { type: typeof value };
  const properties = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, schemaOf(part)]));
  return { type: 'object', properties, additionalProperties: false };
}

const PAYLOAD_SCHEMA = schemaOf(PAYLOAD);

/** The issues of the template in the body of a chat step, with other steps before and after it. */
function issuesOf(template: string) {
  const { steps } = analyseWorkflow(
    {
      active: true,
      payloadSchema: PAYLOAD_SCHEMA,
      steps: [
        { stepId: 'collect', type: 'digest', controls: { type: 'regular', amount: 1, unit: 'hours' } },
        { stepId: 'bell', type: 'in_app', controls: { body: 'Hello' } },
        { stepId: 'chat', type: 'chat', controls: { body: template } },
        { stepId: 'later', type: 'digest', controls: { type: 'regular', amount: 1, unit: 'hours' } },
      ],
    },
    [],
  );
  return steps[2]?.issues?.controls;
}

const named = CONFORMANCE.map((one) => [one.template.replace(/\n/g, '⏎'), one] as const);

test('there are at least two hundred different templates, with every tag and every filter among them', () => {
  const templates = CONFORMANCE.map(({ template }) => template);
  expect(new Set(templates).size).toBe(templates.length);
  expect(templates.length).toBeGreaterThanOrEqual(200);
  const all = templates.join('\n');
  for (const tag of Object.keys(liquid().tags))
    expect(all, tag).toMatch(new RegExp(`%-? ${tag === '#' ? '#' : tag}\\b|\\n +${tag}\\b|% #`));
  const used = new Set([...all.matchAll(/\| (\w+)/g)].map(([, name]) => name));
  expect(Object.keys(liquid().filters).filter((name) => !used.has(name))).toEqual([]);
  expect(Object.keys(FILTERS).filter((name) => !used.has(name))).toEqual([]);
});

test.each(named)('rendered: %s', async (_name, { template, output }) => {
  const { output: shown, problem } = await renderStep({
    type: 'chat',
    controls: { body: template },
    variables: VARIABLES,
  });
  if (output === null) expect(problem).toMatchObject({ control: 'body' });
  else {
    expect(problem).toBeUndefined();
    if (output !== '*') expect(shown.body).toBe(output);
  }
});

test.each(named)('analysed: %s', (_name, { template, issue }) => {
  const issues = issuesOf(template);
  if (!issue) expect(issues).toBeUndefined();
  else
    expect(issues).toEqual({
      body: [expect.objectContaining({ issueType: issue, message: expect.stringMatching(/.{10,}/) })],
    });
});
