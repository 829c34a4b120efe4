import { expect, test } from 'vitest';
import type { Job } from '#lib/notifications/schema.ts';
import { reasonFor } from '#lib/reasons/registry.ts';
import { ofDevices } from './message-delivery.tsx';

const sentTo = (address: string) => ({ reason: reasonFor('sandboxed', { provider: 'FCM', attempt: 1, address }) });
const job = { executionDetails: [{}, sentTo('•••first1'), sentTo('•••secnd2')] } as Job;

test('the message to one device omits the results of the other devices', () => {
  const { executionDetails } = ofDevices(job, ['•••secnd2']);
  expect(executionDetails).toEqual([job.executionDetails[0], job.executionDetails[2]]);
});

test('a message without a device keeps the whole step', () => {
  expect(ofDevices(job, [])).toBe(job);
});
