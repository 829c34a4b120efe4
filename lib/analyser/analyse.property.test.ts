import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject } from '#lib/json/values.ts';
import { stepType, type WorkflowStepType } from '#lib/steps/index.ts';
import type { StepContentIssue } from '#lib/steps/issues.ts';
import { validWorkflow } from '#testing/analyser/arbitrary.ts';
import { type AnalysedStep, type AnalysedWorkflow, analyseWorkflow, controlIssues } from './analyse.ts';

const RUNS = 150;
const BROKEN_RUNS = 20;

test('a valid workflow has no issue', () => {
  fc.assert(
    fc.property(validWorkflow, (workflow) => {
      expect(analyseWorkflow(workflow, [])).toMatchObject({ status: 'ACTIVE' });
      expect(controlIssues(workflow).filter(Boolean)).toEqual([]);
      expect(analyseWorkflow({ ...workflow, active: false }, []).status).toBe('INACTIVE');
    }),
    { numRuns: RUNS },
  );
});

interface Breakage {
  /** Undefined if this mistake is impossible in the step. */
  break(step: AnalysedStep, workflow: AnalysedWorkflow): { controls: JsonObject; paths: string[] } | undefined;
  issueType: StepContentIssue['issueType'];
  variable?: string;
}

type IssueType = Breakage['issueType'];

/** Inserts a text after the first template of a step. */
function inTemplate(text: string, issueType: IssueType, variable?: string): Breakage {
  const withText = ({ type, controls }: AnalysedStep) => {
    const [place] = templatesOf(type, controls);
    return place && { controls: changed(controls, place.path, place.put(text)), paths: [place.path] };
  };
  return { break: withText, issueType, ...(variable !== undefined && { variable }) };
}

/** Changes a control of these step types to another value. */
function control(
  types: WorkflowStepType[],
  path: string,
  value: unknown,
  issueType: IssueType,
  also: string[] = [],
): Breakage {
  return {
    break: ({ type, controls }) =>
      types.includes(type) ? { controls: changed(controls, path, value), paths: [path, ...also] } : undefined,
    issueType,
  };
}

const anyType: WorkflowStepType[] = [
  'in_app',
  'email',
  'sms',
  'push',
  'chat',
  'delay',
  'digest',
  'throttle',
  'custom',
  'http_request',
];
const skippable = anyType.filter((type) => type !== 'custom');
const ILLEGAL = 'ILLEGAL_VARIABLE_IN_CONTROL_VALUE';

/** One of each kind of mistake. */
const BREAKAGES: Record<string, Breakage> = {
  'unknown property of the payload': inTemplate('{{ payload.nothing_like_it }}', ILLEGAL, 'payload.nothing_like_it'),
  'unknown property in a tag': inTemplate(
    '{% if payload.nothing_like_it %}x{% endif %}',
    ILLEGAL,
    'payload.nothing_like_it',
  ),
  'unknown property as an argument': inTemplate(
    "{{ 'x' | append: payload.nothing_like_it }}",
    ILLEGAL,
    'payload.nothing_like_it',
  ),
  'unknown field of the subscriber': inTemplate(
    '{{ subscriber.nothing_like_it }}',
    ILLEGAL,
    'subscriber.nothing_like_it',
  ),
  'no namespace': inTemplate('{{ somewhere }}', ILLEGAL, 'somewhere'),
  'unknown step': inTemplate('{{ steps.nowhere.seen }}', ILLEGAL, 'steps.nowhere.seen'),
  'loop variable outside': inTemplate('{% for two in workflow.tags %}{% endfor %}{{ two }}', ILLEGAL, 'two'),
  'not closed': inTemplate('{{ subscriber.email', ILLEGAL),
  'tag not closed': inTemplate('{% if subscriber.email %}', ILLEGAL),
  'unknown filter': inTemplate('{{ subscriber.email | nofilter }}', ILLEGAL, 'subscriber.email'),
  'argument missing': inTemplate(
    '{{ subscriber.email | split }}',
    'INVALID_FILTER_ARG_IN_VARIABLE',
    'subscriber.email',
  ),
  'argument of the wrong kind': inTemplate(
    "{{ subscriber.email | truncate: 'x' }}",
    'INVALID_FILTER_ARG_IN_VARIABLE',
    'subscriber.email',
  ),
  'own result': {
    break: (step) => {
      const [place] = templatesOf(step.type, step.controls);
      return (
        place && {
          controls: changed(step.controls, place.path, place.put(`{{ steps.${step.stepId}.x }}`)),
          paths: [place.path],
        }
      );
    },
    issueType: ILLEGAL,
  },
  'result of a later step': {
    break: (step, { steps }) => {
      const later = steps[steps.indexOf(step) + 1];
      const [place] = templatesOf(step.type, step.controls);
      if (!later || !place) return undefined;
      return {
        controls: changed(step.controls, place.path, place.put(`{{ steps.${later.stepId}.x }}`)),
        paths: [place.path],
      };
    },
    issueType: ILLEGAL,
  },
  'unknown control': control(anyType, 'unheardOf', 'x', 'MISSING_VALUE'),
  'message without body': control(['sms', 'push', 'chat'], 'body', '', 'MISSING_VALUE'),
  'email without subject': control(['email'], 'subject', null, 'MISSING_VALUE'),
  'request without url': control(['http_request'], 'url', '', 'MISSING_VALUE'),
  'unknown method': control(['http_request'], 'method', 'BREW', 'MISSING_VALUE'),
  'response that is not a schema': control(['http_request'], 'responseBodySchema', { type: 'thing' }, 'MISSING_VALUE'),
  'address of a request': control(['http_request'], 'url', 'shop.example/orders', 'INVALID_URL'),
  'address of a picture': control(['in_app'], 'avatar', 'picture.png', 'INVALID_URL'),
  'address of a redirect': control(['in_app'], 'redirect.url', 'mailto:a@example.com', 'INVALID_URL'),
  'no schedule': control(['delay', 'digest'], 'cron', 'now and then', 'MISSING_VALUE'),
  'too long': control(['delay', 'digest', 'throttle'], 'amount', 16_000_000, 'TIER_LIMIT_EXCEEDED', ['unit']),
  'no amount': control(['delay', 'digest', 'throttle'], 'amount', 0, 'MISSING_VALUE'),
  'unknown key': control(['digest'], 'digestKey', 'payload.nothing_like_it', ILLEGAL),
  'unknown field of a rule': control(skippable, 'skip', { '==': [{ var: 'payload.nothing_like_it' }, 1] }, ILLEGAL),
  'unknown operator of a rule': control(skippable, 'skip', { is: [{ var: 'subscriber.email' }, 1] }, ILLEGAL),
  'rule without value': control(
    skippable,
    'skip',
    { or: [{ '==': [{ var: 'subscriber.email' }, ''] }] },
    'MISSING_VALUE',
  ),
};

/** Schedules have no amount, and durations have no schedule. */
function concerns(name: string, { controls }: AnalysedStep): boolean {
  if (name === 'no schedule') return controls.type === 'timed';
  if (name === 'too long' || name === 'no amount') return controls.amount !== undefined;
  return true;
}

test.each(Object.entries(BREAKAGES))('%s is the only issue that a workflow gets', (name, breakage) => {
  let tried = 0;
  fc.assert(
    fc.property(validWorkflow, fc.nat(), (workflow, pick) => {
      const candidates = workflow.steps.filter((step) => concerns(name, step) && breakage.break(step, workflow));
      fc.pre(candidates.length > 0);
      tried++;
      const step = candidates[pick % candidates.length] as AnalysedStep;
      const { controls, paths } = breakage.break(step, workflow) ?? { controls: {}, paths: [] };
      const steps = workflow.steps.map((one) => (one === step ? { ...step, controls } : one));
      const issues = controlIssues({ ...workflow, steps });
      for (const [at, found] of issues.entries()) {
        if (workflow.steps[at] !== step) {
          expect(found).toBeUndefined();
          continue;
        }
        expect(Object.keys(found ?? {}).sort()).toEqual([...paths].sort());
        for (const path of paths) {
          expect(found?.[path]).toHaveLength(1);
          expect(found?.[path]?.[0]?.issueType).toBe(breakage.issueType);
          if (breakage.variable) expect(found?.[path]?.[0]?.variableName).toBe(breakage.variable);
        }
      }
      expect(analyseWorkflow({ ...workflow, steps }, []).status).toBe('ERROR');
    }),
    { numRuns: BROKEN_RUNS, maxSkipsPerRun: 200 },
  );
  expect(tried).toBeGreaterThanOrEqual(BROKEN_RUNS);
});

interface Place {
  path: string;
  /** Returns the control with the text added at its end. */
  put(text: string): unknown;
}

/** Returns the templates that are texts or block-editor documents, without templates inside objects. */
function templatesOf(type: WorkflowStepType, controls: JsonObject): Place[] {
  return Object.entries(stepType(type).templates)
    .flatMap(([path, kind]): Place[] => {
      const value = controls[path];
      if (typeof value !== 'string' || value === '' || kind === 'url') return [];
      if (!value.startsWith('{"type":"doc"')) return [{ path, put: (text) => `${value}${text}` }];
      const document = JSON.parse(value) as { content: unknown[] };
      const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] });
      return [
        { path, put: (text) => JSON.stringify({ ...document, content: [...document.content, paragraph(text)] }) },
      ];
    })
    .reverse();
}

function changed(controls: JsonObject, path: string, value: unknown): JsonObject {
  const [key = '', inner] = path.split('.');
  return { ...controls, [key]: inner ? { [inner]: value } : value };
}
