import { EVENT_URL, OLD_EVENT_URL, OTHER_URL, registrationContract } from '#testing/registration-contract.ts';

// https://developers.brevo.com/reference/create-webhook
const body = {
  url: EVENT_URL,
  description: 'Belfry',
  events: [
    'sent',
    'delivered',
    'hardBounce',
    'softBounce',
    'blocked',
    'spam',
    'invalid',
    'deferred',
    'click',
    'opened',
    'uniqueOpened',
    'unsubscribed',
  ],
};
const LIST = '/v3/webhooks?type=transactional';

registrationContract({
  id: 'sendinblue',
  origins: ['https://api.brevo.com'],
  credentials: { apiKey: 'xkeysib-1', from: 'a@shop.example', senderName: 'Shop' },
  headers: { 'api-key': 'xkeysib-1', accept: 'application/json' },
  situations: [
    {
      name: 'none yet',
      steps: [
        { path: LIST, answer: { status: 404, body: { code: 'document_not_found', message: 'Webhooks do not exist' } } },
        {
          method: 'POST',
          path: '/v3/webhooks',
          body: { ...body, type: 'transactional' },
          answer: { status: 201, body: { id: 5 } },
        },
      ],
      expected: { isNew: true },
    },
    {
      name: 'an earlier address, and a token',
      key: 'token-of-shop',
      steps: [
        {
          path: LIST,
          answer: {
            status: 200,
            body: {
              webhooks: [
                { id: 4, url: OTHER_URL },
                { id: 5, url: OLD_EVENT_URL },
              ],
            },
          },
        },
        {
          method: 'PUT',
          path: '/v3/webhooks/5',
          body: { ...body, auth: { type: 'bearer', token: 'token-of-shop' } },
          answer: { status: 204 },
        },
      ],
      expected: { isNew: false },
    },
    {
      // https://developers.brevo.com/docs/secured-webhooks
      name: 'the address with a user name and a password',
      key: 'belfry:pass@word',
      steps: [
        {
          path: LIST,
          answer: {
            status: 200,
            body: { webhooks: [{ id: 5, url: EVENT_URL.replace('https://', 'https://belfry:old@') }] },
          },
        },
        {
          method: 'PUT',
          path: '/v3/webhooks/5',
          body: { ...body, url: EVENT_URL.replace('https://', 'https://belfry:pass%40word@') },
          answer: { status: 204 },
        },
      ],
      expected: { isNew: false },
    },
  ],
  unauthorised: {
    answer: { status: 401, body: { code: 'unauthorized', message: 'Key not found' } },
    words: 'Key not found',
  },
  secrets: ['xkeysib-1'],
});
