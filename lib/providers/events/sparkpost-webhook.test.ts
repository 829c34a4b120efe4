import { EVENT_URL, OLD_EVENT_URL, OTHER_URL, registrationContract } from '#testing/registration-contract.ts';

// https://developers.sparkpost.com/api/webhooks/
const body = {
  name: 'Belfry',
  target: EVENT_URL,
  events: [
    'injection',
    'delivery',
    'delay',
    'bounce',
    'out_of_band',
    'policy_rejection',
    'generation_failure',
    'generation_rejection',
    'spam_complaint',
    'list_unsubscribe',
    'link_unsubscribe',
    'initial_open',
    'open',
    'click',
  ],
  auth_type: 'none',
};
const ID = '12affc24-f183-11e3-9234-3c15c2c818c2';

registrationContract({
  id: 'sparkpost',
  origins: ['https://api.eu.sparkpost.com'],
  credentials: { apiKey: 'sp-key-1', region: 'eu', from: 'a@shop.example', senderName: 'Shop' },
  headers: { authorization: 'sp-key-1' },
  situations: [
    {
      name: 'none yet',
      steps: [
        { path: '/api/v1/webhooks', answer: { status: 200, body: { results: [] } } },
        { method: 'POST', path: '/api/v1/webhooks', body, answer: { status: 200, body: { results: { id: ID } } } },
      ],
      expected: { isNew: true },
    },
    {
      name: 'an earlier address, and a user name and a password',
      key: 'belfry:pass',
      steps: [
        {
          path: '/api/v1/webhooks',
          answer: {
            status: 200,
            body: {
              results: [
                { id: 'other', target: OTHER_URL },
                { id: ID, target: OLD_EVENT_URL },
              ],
            },
          },
        },
        {
          method: 'PUT',
          path: `/api/v1/webhooks/${ID}`,
          body: { ...body, auth_type: 'basic', auth_credentials: { username: 'belfry', password: 'pass' } },
          answer: { status: 200, body: { results: { id: ID } } },
        },
      ],
      expected: { isNew: false },
    },
  ],
  unauthorised: { answer: { status: 403, body: { errors: [{ message: 'Forbidden.' }] } }, words: 'Forbidden' },
  secrets: ['sp-key-1'],
});
