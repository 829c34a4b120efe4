import { expect, test } from 'vitest';
import { analyseWorkflow } from '#lib/analyser/analyse.ts';
import type { JsonObject } from '#lib/json/values.ts';
import { withoutSuggestion, withQuickFix } from './quick-fix.ts';

/** Applies the fix of every issue of a step until no issue has one. Returns the controls and the messages that remain. */
function fixed(type: 'sms' | 'email', controls: JsonObject) {
  const found = () => {
    const steps = [{ stepId: 'one', type, controls }];
    const issues = analyseWorkflow({ active: true, validatePayload: false, payloadSchema: SCHEMA, steps }, [], {
      maxSpanDays: 90,
    }).steps[0]?.issues?.controls;
    return Object.entries(issues ?? {}).flatMap(([path, list]) => list.map((issue) => ({ path, issue })));
  };
  for (let turn = 0; turn < 10; turn++) {
    const next = found().find(({ issue }) => issue.suggestion);
    if (!next?.issue.suggestion) break;
    controls = withQuickFix(controls, next.path, next.issue.suggestion);
  }
  return { controls, left: found().map(({ issue }) => issue.message) };
}

const SCHEMA = {
  type: 'object',
  properties: { code: { type: 'string' }, items: { type: 'array', items: { type: 'string' } } },
  additionalProperties: false,
};

test.each([
  ['Hi {{ subscriber.fristName }}', 'Hi {{ subscriber.firstName }}'],
  ['{{payload.coder}} and {{ payload.coder | upcase }}', '{{payload.code}} and {{ payload.code | upcase }}'],
  ['{% for each in payload.item %}{{ each }}{% endfor %}', '{% for each in payload.items %}{{ each }}{% endfor %}'],
  ['{{ payload.code | upcasee }}', '{{ payload.code | upcase }}'],
  ['subscriber.fristName is {{ subscriber.fristName }}', 'subscriber.fristName is {{ subscriber.firstName }}'],
])('the fix of %j leaves no issue', (body, expected) => {
  expect(fixed('sms', { body })).toEqual({ controls: { body: expected }, left: [] });
});

test('a skip rule and a document of the block editor are fixed too', () => {
  const skip = { '==': [{ var: 'subscriber.fristName' }, 'Jane'] };
  expect(fixed('sms', { body: 'Hi', skip }).controls.skip).toEqual({ '==': [{ var: 'subscriber.firstName' }, 'Jane'] });
  const document = (id: string) =>
    JSON.stringify({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'variable', attrs: { id } }] }] });
  const result = fixed('email', { subject: 'Hi', editorType: 'block', body: document('subscriber.fristName') });
  expect(result.controls.body).toBe(document('subscriber.firstName'));
});

test('a message is shown without its suggestion next to the button', () => {
  const issueType = 'ILLEGAL_VARIABLE_IN_CONTROL_VALUE' as const;
  const issue = { issueType, message: '`a` is not there. Did you mean `b`?' };
  expect(withoutSuggestion({ ...issue, suggestion: { wrong: 'a', right: 'b' } })).toBe('`a` is not there.');
  expect(withoutSuggestion(issue)).toBe(issue.message);
});

test('a longer name stays unchanged', () => {
  const controls = { body: '{{ payload.item.price }} {{ payload.items }} {{ payload.item }}' };
  expect(withQuickFix(controls, 'body', { wrong: 'payload.item', right: 'payload.thing' })).toEqual({
    body: '{{ payload.item.price }} {{ payload.items }} {{ payload.thing }}',
  });
});
