import { expect, test } from 'vitest';
import type { PreflightLine, ResourceDiff } from '#lib/publishing/schema.ts';
import { type Candidate, layoutsAlong, matches, namedCounts, selectedBeforehand } from './candidates.ts';
import { arrivalText, sharedKinds } from './finding-kinds.ts';

const finding = (effect: PreflightLine['effect']): PreflightLine => ({ about: 'host', effect, message: '' });
const candidate = (id: string, effects: PreflightLine['effect'][] = [], more: Partial<Candidate> = {}): Candidate => ({
  ...{ key: `workflow ${id}`, type: 'workflow', id, name: id.toUpperCase(), status: 'new' },
  findings: effects.map(finding),
  ...more,
});
const all = [
  candidate('plain'),
  candidate('informs', ['informs']),
  candidate('warns', ['warns']),
  candidate('pauses', ['pauses']),
  candidate('blocks', ['blocks']),
];

test.each([
  [[], []],
  [['workflow warns', 'workflow blocks', 'workflow gone'], ['workflow warns']],
  [['workflow pauses'], ['workflow pauses']],
])('%j in the address selects %j', (named, keys) => {
  expect(selectedBeforehand(all, named)).toEqual(keys);
});

const resource = (fields: Partial<ResourceDiff>) =>
  ({ preflight: [], layouts: [], ...fields }) as unknown as ResourceDiff;

test.each([
  [{ activeAfter: true }, 'Arrives active'],
  [{ activeAfter: false }, 'Arrives paused, because it is paused here'],
  [{ activeAfter: false, preflight: [finding('pauses')] }, 'Arrives paused'],
  [{ activeAfter: true, activeThere: true }, 'Stays active'],
  [{ activeAfter: false, activeThere: false, preflight: [finding('pauses')] }, 'Stays paused'],
])('%j: %s', (fields, words) => {
  expect(arrivalText(resource(fields))).toBe(words);
});

test('a workflow that arrives paused names what the target lacks', () => {
  const lacking = (...more: Partial<PreflightLine>[]) => more.map((each) => ({ ...finding('pauses'), ...each }));
  const findings = lacking(
    { lacks: 'integration', channel: 'sms' },
    { lacks: 'integration', channel: 'push', message: 'b' },
    { lacks: 'value', variable: 'URL' },
  );
  const shared = sharedKinds(['a', 'b'].map((id) => candidate(id, [], { findings })));
  expect(arrivalText(resource({ activeAfter: false, preflight: findings }), shared)).toBe(
    'Arrives paused: lacks SMS, Push and `env.URL`',
  );
});

test('layouts name the workflows that use them', () => {
  const chosen = ['a', 'b'].map((id) => candidate(id, [], { resource: resource({ layouts: ['house'] }) }));
  expect([...layoutsAlong(chosen)]).toEqual([['layout house', ['A', 'B']]]);
});

test('counts name only the present kinds', () => {
  const [workflow, layout] = [{ type: 'workflow' }, { type: 'layout' }] as const;
  expect(namedCounts([])).toBe('0 workflows');
  expect(namedCounts([workflow, workflow, layout])).toBe('2 workflows and 1 layout');
  expect(namedCounts([layout])).toBe('1 layout');
});

test('a search finds names and identifiers in any case', () => {
  expect(['PLA', 'lain', ' plain '].every((words) => matches(candidate('plain'), words))).toBe(true);
  expect(matches(candidate('plain'), 'other')).toBe(false);
});
