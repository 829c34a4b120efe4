import { describe, expect, test } from 'vitest';
import type { JsonObject } from '#lib/json/values.ts';
import { blockCases } from '#testing/analyser/block-cases.ts';
import {
  type AnalyserCase,
  COMPLETE,
  PAYLOAD_SCHEMA,
  type TestedType,
  templateCases,
} from '#testing/analyser/cases.ts';
import { addressCases, keyCases, skipCases, spanCases } from '#testing/analyser/control-cases.ts';
import { missingCases } from '#testing/analyser/missing-cases.ts';
import { analyseWorkflow } from './analyse.ts';

const cases: AnalyserCase[] = [
  ...templateCases,
  ...missingCases,
  ...addressCases,
  ...spanCases,
  ...keyCases,
  ...skipCases,
  ...blockCases,
];

/**
 * Returns the issues of a step with these controls. The step may use the results of earlier steps, but not of the later
 * step.
 */
function issuesOf(type: TestedType, controls: JsonObject) {
  const before = [
    { stepId: 'digest', type: 'digest' as const, controls: COMPLETE.digest },
    {
      stepId: 'hook',
      type: 'http_request' as const,
      controls: {
        ...COMPLETE.http_request,
        responseBodySchema: { type: 'object', properties: { status: { type: 'string' } } },
      },
    },
    { stepId: 'inbox', type: 'in_app' as const, controls: COMPLETE.in_app },
  ];
  const steps = [
    ...before,
    { stepId: 'tested', type, controls },
    { stepId: 'later', type: 'in_app' as const, controls: COMPLETE.in_app },
  ];
  const analysis = analyseWorkflow({ active: true, payloadSchema: PAYLOAD_SCHEMA, steps }, []);
  const controlsOf = analysis.steps.map(({ issues }) => issues?.controls);
  expect(controlsOf.toSpliced(before.length, 1), 'the other steps').toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  const tested = controlsOf[before.length];
  expect(analysis.status).toBe(tested ? 'ERROR' : 'ACTIVE');
  return tested;
}

test('there are cases for every step type and issue type', () => {
  expect(cases.length).toBeGreaterThan(450);
  expect(new Set(cases.map(({ type }) => type)).size).toBe(10);
  expect(new Set(cases.flatMap(({ expected }) => expected.map(({ issueType }) => issueType))).size).toBe(5);
  const names = cases.map(({ type, cause, broken }) => JSON.stringify([type, cause, broken]));
  expect(new Set(names).size).toBe(names.length);
});

describe.each(Object.keys(COMPLETE) as TestedType[])('%s', (type) => {
  test('complete controls have no issue', () => {
    expect(issuesOf(type, COMPLETE[type])).toBeUndefined();
  });

  const own = cases.filter((one) => one.type === type);
  test.each(own.map((one) => [`${one.expected.map(({ path }) => path).join(' and ')}: ${one.cause}`, one] as const))(
    '%s',
    (_, one) => {
      const { broken, mended, expected } = one;
      const issues = issuesOf(type, { ...COMPLETE[type], ...broken });
      expect(Object.keys(issues ?? {}).sort()).toEqual(expected.map(({ path }) => path).sort());
      for (const { path, issueType, variable, says } of expected) {
        expect(issues?.[path]).toHaveLength(1);
        const [issue] = issues?.[path] ?? [];
        expect(issue).toMatchObject({ issueType, message: expect.stringContaining(says) });
        expect(issue?.variableName).toBe(variable);
        expect(issue?.message).toMatch(/[.?]$/);
      }
      expect(issuesOf(type, { ...COMPLETE[type], ...mended })).toBeUndefined();
    },
  );
});

test.each(['Hi b %}', 'Hi b }}', 'a %} b }}'])(
  'the end of a tag alone is an issue, because the recipient reads it: %s',
  (body) => {
    expect(issuesOf('sms', { ...COMPLETE.sms, body })?.body).toMatchObject([
      {
        issueType: 'ILLEGAL_VARIABLE_IN_CONTROL_VALUE',
        message: expect.stringMatching(/^The closing characters of a tag are outside/),
      },
    ]);
  },
);
