import { expect } from 'vitest';
import { EVENT_URL, OLD_EVENT_URL, OTHER_URL, registrationContract } from '#testing/registration-contract.ts';

// https://docs.bird.com/api/notifications-api/api-reference/webhook-subscriptions/create-a-webhook-subscription
const SUBSCRIPTIONS = '/workspaces/w-1/webhook-subscriptions';
const eventFilters = [{ key: 'channelId', value: 'c-1' }];
const outbound = { service: 'channels', event: 'sms.outbound' };
const random = expect.stringMatching(/^[\w+/]{43}=$/);
const listed = (results: object[], more: object = {}) => ({ status: 200, body: { results, ...more } });
const FIRST = `${SUBSCRIPTIONS}?limit=100`;
const change = (signingKey: unknown) => ({
  method: 'PATCH',
  path: `${SUBSCRIPTIONS}/s%2F2`,
  body: { url: EVENT_URL, signingKey, eventFilters, status: 'active' },
  answer: { status: 200, body: { id: 's/2' } },
});
const earlier = { id: 's/2', ...outbound, url: OLD_EVENT_URL, status: 'inactive' };

registrationContract({
  id: 'messagebird',
  origins: ['https://api.bird.com'],
  credentials: { accessKey: 'bird-key-1', workspaceId: 'w-1', channelId: 'c-1' },
  headers: { authorization: 'AccessKey bird-key-1' },
  situations: [
    {
      name: 'none yet, but one of another service and one for other events',
      steps: [
        {
          path: FIRST,
          answer: listed([
            { id: 's-1', ...outbound, url: OTHER_URL },
            { id: 's-3', service: 'channels', event: 'sms.inbound', url: OLD_EVENT_URL },
          ]),
        },
        {
          method: 'POST',
          path: SUBSCRIPTIONS,
          body: { ...outbound, url: EVENT_URL, signingKey: random, eventFilters },
          answer: { status: 201, body: { id: 's-4' } },
        },
      ],
      expected: { isNew: true, key: random },
    },
    {
      name: 'an earlier address on the second page, without a stored key',
      steps: [
        { path: FIRST, answer: listed([], { nextPageToken: 'page+2' }) },
        { path: `${FIRST}&pageToken=page%2B2`, answer: listed([earlier]) },
        change(random),
      ],
      expected: { isNew: false, key: random },
    },
    {
      name: 'an earlier address, with a stored key',
      key: 'stored-key',
      steps: [{ path: FIRST, answer: listed([earlier], { nextPageToken: '' }) }, change('stored-key')],
      expected: { isNew: false, key: 'stored-key' },
    },
  ],
  unauthorised: {
    answer: { status: 403, body: { code: 'AccessDenied', message: 'The access key lacks a policy' } },
    words: 'lacks a policy',
  },
  secrets: ['bird-key-1'],
});
