import { EVENT_URL, OLD_EVENT_URL, OTHER_URL, registrationContract } from '#testing/registration-contract.ts';

// https://developers.mailersend.com/api/v1/webhooks.html#create-a-webhook
const body = {
  url: EVENT_URL,
  name: 'Belfry',
  events: [
    'activity.sent',
    'activity.delivered',
    'activity.soft_bounced',
    'activity.hard_bounced',
    'activity.opened',
    'activity.clicked',
    'activity.unsubscribed',
    'activity.spam_complaint',
  ],
  enabled: true,
};
const domains = {
  path: '/v1/domains?page=1&limit=100',
  answer: {
    status: 200,
    body: {
      data: [
        { id: 'other', name: 'x.example' },
        { id: '7nxe3y', name: 'shop.example' },
      ],
    },
  },
};

registrationContract({
  id: 'mailersend',
  origins: ['https://api.mailersend.com'],
  credentials: { apiKey: 'mlsn.key-1', from: 'Shop <a@Shop.example>', senderName: 'Shop' },
  headers: { authorization: 'Bearer mlsn.key-1' },
  situations: [
    {
      name: 'none yet',
      steps: [
        domains,
        { path: '/v1/webhooks?domain_id=7nxe3y', answer: { status: 200, body: { data: [] } } },
        {
          method: 'POST',
          path: '/v1/webhooks',
          body: { ...body, domain_id: '7nxe3y' },
          answer: { status: 201, body: { data: { id: 'w1' } } },
        },
      ],
      expected: { isNew: true },
    },
    {
      name: 'an earlier address',
      steps: [
        domains,
        {
          path: '/v1/webhooks?domain_id=7nxe3y',
          answer: {
            status: 200,
            body: {
              data: [
                { id: 'w0', url: OTHER_URL },
                { id: 'w1', url: OLD_EVENT_URL },
              ],
            },
          },
        },
        { method: 'PUT', path: '/v1/webhooks/w1', body, answer: { status: 200, body: { data: { id: 'w1' } } } },
      ],
      expected: { isNew: false },
    },
  ],
  unauthorised: { answer: { status: 401, body: { message: 'Unauthenticated.' } }, words: 'Unauthenticated' },
  secrets: ['mlsn.key-1'],
});
