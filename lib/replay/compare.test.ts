import { expect, test } from 'vitest';
import { reasonFor } from '#lib/reasons/registry.ts';
import { isAsRecorded } from './compare.ts';

type Run = Parameters<typeof isAsRecorded>[0];

const REJECTED = { rejected: reasonFor('payload_invalid', { field: 'name', problem: 'is missing' }) };

test.each([
  ['cancelled', reasonFor('canceled', {}), true],
  ['ended by the deletion of the workflow', reasonFor('workflow_deleted', {}), true],
  ['skipped by the condition of the topic', reasonFor('topic_condition', { topic: 'news' }), false],
  ['not ended from outside', undefined, false],
])('a replay that rejects the event, for a run %s: %s', (_, ended, isAlike) => {
  const run: Pick<Run, 'ended' | 'steps'> = { ended, steps: [] };
  expect(isAsRecorded(run as Run, REJECTED)).toBe(isAlike);
});
