import { expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { isAudited } from './service.ts';

const apiKey = { type: 'apiKey', apiKeyId: 'k' };
const user = { type: 'user', userId: 'u' };
const job = { type: 'system', job: 'maintenance' };
const reader = { type: 'subscriber', subscriberId: 's', externalSubscriberId: 'jane' };
const link = { type: 'system', job: 'recipient-page', linkedRunId: 'r' };

test.each([
  ['a person', user, 'subscribers', true],
  ['an API key', apiKey, 'subscribers', false],
  ['an API key', apiKey, 'integrations', true],
  ['a job of Belfry', job, 'subscribers', true],
  ['a subscriber in an inbox', reader, 'messages', false],
  ['a subscriber in an inbox', reader, 'preferences', false],
  ['a recipient by a link', link, 'preferences', false],
  ['a recipient by a link', link, 'integrations', true],
])('writes of %s %o on %s are audited: %s', (_, actor, resourceType, audited) => {
  expect(isAudited({ actor } as unknown as Ctx, resourceType)).toBe(audited);
});
