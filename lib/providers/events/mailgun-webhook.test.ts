import { EVENT_URL, OLD_EVENT_URL, OTHER_URL, registrationContract } from '#testing/registration-contract.ts';

// https://documentation.mailgun.com/docs/mailgun/api-reference/send/mailgun/domain-webhooks
const WEBHOOKS = '/v3/domains/mail.shop.example/webhooks';
const TYPES = [
  'accepted',
  'delivered',
  'temporary_fail',
  'permanent_fail',
  'opened',
  'clicked',
  'unsubscribed',
  'complained',
];
const form = (...pairs: string[][]) => new URLSearchParams(pairs).toString();
const saved = { status: 200, body: { message: 'Webhook has been created', webhook: { urls: [EVENT_URL] } } };
const key = {
  path: '/v5/accounts/http_signing_key',
  answer: { status: 200, body: { message: 'success', http_signing_key: 'mailgun-signing-key' } },
};
const created = (type: string) => ({
  method: 'POST',
  path: WEBHOOKS,
  body: form(['id', type], ['url', EVENT_URL]),
  answer: saved,
});
const all = Object.fromEntries(TYPES.map((type) => [type, { urls: [EVENT_URL] }]));

registrationContract({
  id: 'mailgun',
  origins: ['https://api.mailgun.net'],
  credentials: {
    apiKey: 'key-1a2b',
    user: 'api',
    domain: 'mail.shop.example',
    from: 'a@shop.example',
    senderName: 'S',
  },
  headers: { authorization: `Basic ${Buffer.from('api:key-1a2b').toString('base64')}` },
  situations: [
    {
      name: 'none yet',
      steps: [{ path: WEBHOOKS, answer: { status: 200, body: { webhooks: {} } } }, ...TYPES.map(created), key],
      expected: { isNew: true, key: 'mailgun-signing-key' },
    },
    {
      name: 'the address, an earlier one and another one',
      steps: [
        {
          path: WEBHOOKS,
          answer: {
            status: 200,
            body: { webhooks: { ...all, opened: { urls: [OTHER_URL, OLD_EVENT_URL] }, clicked: { url: OTHER_URL } } },
          },
        },
        ...['opened', 'clicked'].map((type) => ({
          method: 'PUT',
          path: `${WEBHOOKS}/${type}`,
          body: form(['url', OTHER_URL], ['url', EVENT_URL]),
          answer: saved,
        })),
        { ...key, answer: { status: 401, body: 'Forbidden' } },
      ],
      expected: { isNew: false, key: undefined },
    },
  ],
  unauthorised: { answer: { status: 401, body: 'Forbidden' }, words: 'Forbidden' },
  secrets: ['key-1a2b'],
});
