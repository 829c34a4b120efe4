import { EVENT_URL, OLD_EVENT_URL, OTHER_URL, registrationContract } from '#testing/registration-contract.ts';

// https://mailchimp.com/developer/transactional/api/webhooks/add-webhook/
const key = 'md-key-1';
const events = ['send', 'hard_bounce', 'soft_bounce', 'open', 'click', 'spam', 'unsub', 'reject'];
const body = { key, url: EVENT_URL, description: 'Belfry', events };
const list = { method: 'POST', path: '/api/1.0/webhooks/list', body: { key } };
const saved = { status: 200, body: { id: 42, url: EVENT_URL, auth_key: 'mandrill-auth-key', events } };

registrationContract({
  id: 'mandrill',
  origins: ['https://mandrillapp.com'],
  credentials: { apiKey: key, from: 'a@shop.example', senderName: 'Shop' },
  headers: { 'content-type': 'application/json' },
  situations: [
    {
      name: 'none yet',
      steps: [
        { ...list, answer: { status: 200, body: [{ id: 41, url: OTHER_URL, events: ['send'] }] } },
        { method: 'POST', path: '/api/1.0/webhooks/add', body, answer: saved },
      ],
      expected: { isNew: true, key: 'mandrill-auth-key' },
    },
    {
      name: 'an earlier address with an event that a person added',
      steps: [
        { ...list, answer: { status: 200, body: [{ id: 42, url: OLD_EVENT_URL, events: ['send', 'deferral'] }] } },
        {
          method: 'POST',
          path: '/api/1.0/webhooks/update',
          body: { ...body, id: 42, events: [...events, 'deferral'] },
          answer: saved,
        },
      ],
      expected: { isNew: false, key: 'mandrill-auth-key' },
    },
  ],
  unauthorised: {
    answer: { status: 500, body: { status: 'error', code: -1, name: 'Invalid_Key', message: 'Invalid API key' } },
    words: 'Invalid API key',
  },
  secrets: [key],
});
