import { EVENT_URL, OLD_EVENT_URL, OTHER_URL, registrationContract } from '#testing/registration-contract.ts';

// https://postmarkapp.com/developer/api/webhooks-api
const Triggers = {
  Open: { Enabled: true, PostFirstOpenOnly: false },
  Click: { Enabled: true },
  Delivery: { Enabled: true },
  Bounce: { Enabled: true, IncludeContent: false },
  SpamComplaint: { Enabled: true, IncludeContent: false },
  SubscriptionChange: { Enabled: true },
};
const others = { ID: 1, Url: OTHER_URL, MessageStream: 'outbound' };
const listed = (...Webhooks: object[]) => ({ status: 200, body: { Webhooks } });

registrationContract({
  id: 'postmark',
  origins: ['https://api.postmarkapp.com'],
  credentials: { apiKey: 'postmark-token-1', from: 'a@shop.example', senderName: 'Shop' },
  headers: { 'x-postmark-server-token': 'postmark-token-1', accept: 'application/json' },
  situations: [
    {
      name: 'none yet',
      steps: [
        { path: '/webhooks?MessageStream=outbound', answer: listed(others) },
        {
          method: 'POST',
          path: '/webhooks',
          body: { Url: EVENT_URL, Triggers, MessageStream: 'outbound' },
          answer: { status: 200, body: { ID: 1234567, Url: EVENT_URL } },
        },
      ],
      expected: { isNew: true },
    },
    {
      name: 'an earlier address, and a user name and a password',
      key: 'belfry:pass:word',
      steps: [
        { path: '/webhooks?MessageStream=outbound', answer: listed(others, { ID: 1234567, Url: OLD_EVENT_URL }) },
        {
          method: 'PUT',
          path: '/webhooks/1234567',
          body: { Url: EVENT_URL, HttpAuth: { Username: 'belfry', Password: 'pass:word' }, Triggers },
          answer: { status: 200, body: { ID: 1234567, Url: EVENT_URL } },
        },
      ],
      expected: { isNew: false },
    },
  ],
  unauthorised: {
    answer: { status: 401, body: { ErrorCode: 10, Message: 'Bad or missing Server API token.' } },
    words: 'Server API token',
  },
  secrets: ['postmark-token-1'],
});
