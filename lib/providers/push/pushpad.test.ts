import { providerContract } from '#testing/provider-contract.ts';
import { push } from '#testing/sample-messages.ts';
import { answered } from '#testing/vendor-answers.ts';

// https://pushpad.xyz/docs/rest_api
providerContract({
  id: 'pushpad',
  origins: ['https://pushpad.xyz'],
  credentials: () => ({ apiKey: 'pad-token-5d2', applicationId: '123' }),
  message: () => ({ ...push, token: 'user-1' }),
  accepted: { answer: { status: 201, body: { id: 197123, scheduled: 1, uids: ['user-1'] } }, id: '197123' },
  rejected: {
    answer: { status: 422, body: { body: ["can't be blank"] } },
    words: "can't be blank",
  },
  unauthorised: { answer: { status: 401, body: 'HTTP Token: Access denied.' }, words: 'HTTP Token: Access denied.' },
  tooMany: { answer: { status: 429, headers: { 'retry-after': '9' } }, retryAfterMs: 9000 },
  secrets: ['pad-token-5d2'],
  withoutBody: 'rejected',
  carriesId: false,
  override: { given: { requireInteraction: true }, sent: '"require_interaction":true' },
  check: {
    request: { method: 'GET', path: '/api/v1/projects/123' },
    answer: { status: 200, body: { id: 123, name: 'Shop' } },
    words: 'The token may use the project Shop',
  },
  wire: {
    method: 'POST',
    path: '/api/v1/projects/123/notifications',
    headers: {
      accept: 'application/json',
      authorization: 'Token token="pad-token-5d2"',
      'content-type': 'application/json',
    },
    body: {
      notification: {
        title: 'Shipped',
        body: 'Your lamp is on its way',
        custom_data: '{"order":"A-1","items":2,"tags":["a"]}',
      },
      uids: ['user-1'],
    },
  },
});

answered('pushpad', [['an ended plan', { status: 402 }, { kind: 'account' }]]);
