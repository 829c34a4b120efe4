import { EVENT_URL, OLD_EVENT_URL, OTHER_URL, registrationContract } from '#testing/registration-contract.ts';

// https://github.com/mailtrap/mailtrap-nodejs/blob/main/src/__tests__/lib/api/resources/Webhooks.test.ts
const shared = {
  url: EVENT_URL,
  active: true,
  payload_format: 'json',
  event_types: [
    'delivery',
    'soft_bounce',
    'bounce',
    'suspension',
    'unsubscribe',
    'open',
    'spam_complaint',
    'click',
    'reject',
  ],
};
const webhook = { ...shared, webhook_type: 'email_sending', sending_stream: 'transactional' };
const accounts = {
  path: '/api/accounts',
  answer: { status: 200, body: [{ id: 100, name: 'Shop', access_levels: [1000] }] },
};
const WEBHOOKS = '/api/accounts/100/webhooks';
const earlier = {
  path: WEBHOOKS,
  answer: {
    status: 200,
    body: {
      data: [
        { id: 1, url: OTHER_URL },
        { id: 2, url: OLD_EVENT_URL },
      ],
    },
  },
};
const created = {
  method: 'POST',
  path: WEBHOOKS,
  body: { webhook },
  answer: { status: 200, body: { data: { ...webhook, id: 3, signing_secret: 'a1b2c3d4' } } },
};

registrationContract({
  id: 'mailtrap',
  origins: ['https://mailtrap.io'],
  credentials: { apiKey: 'mailtrap-token-1', from: 'a@shop.example', senderName: 'Shop' },
  headers: { authorization: 'Bearer mailtrap-token-1' },
  situations: [
    {
      name: 'none yet',
      steps: [accounts, { path: WEBHOOKS, answer: { status: 200, body: { data: [] } } }, created],
      expected: { isNew: true, key: 'a1b2c3d4' },
    },
    {
      name: 'an earlier address, whose signing secret is stored',
      key: 'a1b2c3d4',
      steps: [
        accounts,
        earlier,
        {
          method: 'PATCH',
          path: `${WEBHOOKS}/2`,
          body: { webhook: shared },
          answer: { status: 200, body: { data: {} } },
        },
      ],
      expected: { isNew: false },
    },
    {
      name: 'an earlier address, whose signing secret is not stored',
      steps: [accounts, earlier, { method: 'DELETE', path: `${WEBHOOKS}/2`, answer: { status: 200 } }, created],
      expected: { isNew: false, key: 'a1b2c3d4' },
    },
  ],
  unauthorised: { answer: { status: 401, body: { error: 'Incorrect API token' } }, words: 'Incorrect API token' },
  secrets: ['mailtrap-token-1'],
});
