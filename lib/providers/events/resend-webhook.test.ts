import { EVENT_URL, OLD_EVENT_URL, OTHER_URL, registrationContract } from '#testing/registration-contract.ts';

// https://resend.com/docs/api-reference/webhooks/create-webhook
const ID = '4dd369bc-aa82-4ff3-97de-514ae3000ee0';
const body = {
  endpoint: EVENT_URL,
  events: [
    'email.sent',
    'email.delivered',
    'email.delivery_delayed',
    'email.bounced',
    'email.complained',
    'email.opened',
    'email.clicked',
    'email.failed',
    'email.suppressed',
  ],
};
const listed = (...data: object[]) => ({ status: 200, body: { object: 'list', has_more: false, data } });

registrationContract({
  id: 'resend',
  origins: ['https://api.resend.com'],
  credentials: { apiKey: 're_key-1', from: 'a@shop.example', senderName: 'Shop' },
  headers: { authorization: 'Bearer re_key-1' },
  situations: [
    {
      name: 'none yet',
      steps: [
        { path: '/webhooks?limit=100', answer: listed({ id: 'other', endpoint: OTHER_URL }) },
        {
          method: 'POST',
          path: '/webhooks',
          body,
          answer: { status: 201, body: { object: 'webhook', id: ID, signing_secret: 'whsec_xxxxxxxxxx' } },
        },
      ],
      expected: { isNew: true, key: 'whsec_xxxxxxxxxx' },
    },
    {
      name: 'an earlier address that is disabled',
      steps: [
        {
          path: '/webhooks?limit=100',
          answer: listed({ id: ID, endpoint: OLD_EVENT_URL, status: 'disabled', events: null }),
        },
        {
          method: 'PATCH',
          path: `/webhooks/${ID}`,
          body: { ...body, status: 'enabled' },
          answer: { status: 200, body: { object: 'webhook', id: ID } },
        },
        {
          path: `/webhooks/${ID}`,
          answer: { status: 200, body: { object: 'webhook', id: ID, endpoint: EVENT_URL, signing_secret: 'whsec_1' } },
        },
      ],
      expected: { isNew: false, key: 'whsec_1' },
    },
  ],
  unauthorised: {
    answer: {
      status: 401,
      body: { statusCode: 401, name: 'restricted_api_key', message: 'This API key is restricted to only send emails' },
    },
    words: 'restricted to only send',
  },
  secrets: ['re_key-1'],
});
