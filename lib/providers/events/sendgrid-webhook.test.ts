import { EVENT_URL, OLD_EVENT_URL, OTHER_URL, registrationContract } from '#testing/registration-contract.ts';

// https://www.twilio.com/docs/sendgrid/api-reference/webhooks/create-a-new-event-webhook
const SETTINGS = '/v3/user/webhooks/event/settings';
const ID = '77d4a5da-7015-11ed-a1eb-0242ac120002';
const webhook = {
  enabled: true,
  url: EVENT_URL,
  processed: true,
  deferred: true,
  delivered: true,
  bounce: true,
  dropped: true,
  open: true,
  click: true,
  spam_report: true,
  unsubscribe: true,
  group_unsubscribe: true,
  group_resubscribe: false,
  friendly_name: 'Belfry',
};
const signing = {
  method: 'PATCH',
  path: `${SETTINGS}/signed/${ID}`,
  body: { enabled: true },
  answer: { status: 200, body: { id: ID, public_key: 'public-key-1' } },
};

registrationContract({
  id: 'sendgrid',
  origins: ['https://api.eu.sendgrid.com'],
  credentials: { apiKey: 'SG.key-1', region: 'eu', from: 'a@shop.example', senderName: 'Shop' },
  headers: { authorization: 'Bearer SG.key-1' },
  situations: [
    {
      name: 'none yet',
      steps: [
        { path: `${SETTINGS}/all`, answer: { status: 200, body: { max_allowed: 5, webhooks: [{}] } } },
        { method: 'POST', path: SETTINGS, body: webhook, answer: { status: 201, body: { ...webhook, id: ID } } },
        signing,
      ],
      expected: { isNew: true, key: 'public-key-1' },
    },
    {
      name: 'an earlier address',
      steps: [
        {
          path: `${SETTINGS}/all`,
          answer: {
            status: 200,
            body: {
              webhooks: [
                { id: 'other', url: OTHER_URL },
                { id: ID, url: OLD_EVENT_URL },
              ],
            },
          },
        },
        { method: 'PATCH', path: `${SETTINGS}/${ID}`, body: webhook, answer: { status: 200, body: webhook } },
        signing,
      ],
      expected: { isNew: false, key: 'public-key-1' },
    },
  ],
  unauthorised: {
    answer: { status: 403, body: { errors: [{ field: null, message: 'access forbidden' }] } },
    words: 'access forbidden',
  },
  secrets: ['SG.key-1'],
});
