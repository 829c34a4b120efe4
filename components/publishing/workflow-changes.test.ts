import { expect, test } from 'vitest';
import { changeLines, changeSummary } from '#components/workflows/versions/change-summary.ts';
import type { ResourceChange } from '#lib/publishing/schema.ts';
import { changedSteps, withoutAddedContent, workflowChanges } from './workflow-changes.ts';

const step = { id: 'mail', name: 'Mail' };
const change = (fields: Partial<ResourceChange>): ResourceChange => ({
  ...{ resourceType: 'REGULAR', action: 'modified', sourceResource: step, targetResource: step, stepType: 'email' },
  ...fields,
});
const { stepType: _, ...ofWorkflow } = change({});

test.each<[ResourceChange, string[]]>([
  [
    { ...ofWorkflow, diffs: { previous: { name: 'A', tags: [] }, new: { name: 'B', tags: ['vip'] } } },
    ['Renamed from “A” to “B”', 'Added tag vip'],
  ],
  [
    { ...ofWorkflow, diffs: { previous: { isSensitive: false }, new: { isSensitive: true } } },
    ['Made the content sensitive'],
  ],
  [change({ action: 'added', targetResource: null }), ['Added step Mail (Email)']],
  [
    change({ action: 'added', diffs: { previous: { controlValues: {} }, new: { controlValues: { subject: 'A' } } } }),
    ['Added step Mail (Email)', 'Set subject of Mail'],
  ],
  [change({ action: 'deleted', sourceResource: null }), ['Removed step Mail (Email)']],
  [change({ action: 'moved', previousIndex: 0, newIndex: 2 }), ['Moved step Mail from place 1 to 3']],
  [
    change({ diffs: { previous: { controlValues: { subject: 'A' } }, new: { controlValues: { subject: 'B' } } } }),
    ['Changed subject of Mail'],
  ],
  [
    change({ diffs: { previous: { controlValues: { key: '•' } }, new: { controlValues: { key: '•' } } } }),
    ['Changed settings of Mail'],
  ],
])('%j', (given, summaries) => {
  const lines = changeLines(workflowChanges([given]), changedSteps([given]));
  expect(lines.map(({ summary }) => summary)).toEqual(summaries);
});

test('one line names an added step without its content', () => {
  const content = { previous: { controlValues: {} }, new: { controlValues: { subject: 'A' } } };
  const [added, changed] = [change({ action: 'added', diffs: content }), change({ diffs: content })];
  const summary = ([one]: ResourceChange[]) => changeSummary(workflowChanges(one ? [one] : []), changedSteps([added]));
  expect(summary(withoutAddedContent([added]))).toBe('Added step Mail (Email)');
  expect(summary(withoutAddedContent([changed]))).toBe('Set subject of Mail');
});

test('a changed secret shows no values', () => {
  const masked = { controlValues: { key: '•' } };
  const [line] = changeLines(workflowChanges([change({ diffs: { previous: masked, new: masked } })]));
  expect(line).not.toHaveProperty('values');
});
