import { expect, test } from 'vitest';
import type { Job } from '#lib/notifications/schema.ts';
import { reasonFor } from '#lib/reasons/registry.ts';
import { foldedSteps } from './folded-steps.ts';

const UNTIL = '2026-11-22T19:07:00.000Z';
const done = (_id: string) => ({ _id, type: 'sms', status: 'completed', executionDetails: [] }) as unknown as Job;
const held = (_id: string) =>
  ({
    ...{ _id, type: 'sms', status: 'skipped', executionDetails: [] },
    reason: reasonFor('throttled', { count: 1, limit: 1, until: UNTIL }),
  }) as unknown as Job;
const shown = (jobs: Job[], explained: Job[]) =>
  foldedSteps(jobs, explained).map(({ jobs, folded }) =>
    [folded, ...jobs.map(({ _id }) => _id)].filter(Boolean).join(' '),
  );

test('steps that did not run, for the reason in the heading, are folded, even a single one', () => {
  const throttle = held('throttle');
  expect(shown([done('a'), throttle, held('b')], [throttle])).toEqual(['a', 'throttle', 'ended b']);
  expect(shown([throttle, held('b'), held('c')], [throttle])).toEqual(['throttle', 'ended b c']);
});

test('neighbouring done steps are folded only if the heading explains another step', () => {
  const throttle = held('throttle');
  expect(shown([done('a'), done('b'), throttle], [throttle])).toEqual(['done a b', 'throttle']);
  expect(shown([done('a'), done('b')], [])).toEqual(['a', 'b']);
});
