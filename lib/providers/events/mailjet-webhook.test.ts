import { expect } from 'vitest';
import { EVENT_URL, OLD_EVENT_URL, OTHER_URL, registrationContract } from '#testing/registration-contract.ts';

// https://dev.mailjet.com/email/reference/webhook/
const CALLBACKS = '/v3/REST/eventcallbackurl';
const LIST = `${CALLBACKS}?Limit=100`;
const EVENTS = ['sent', 'open', 'click', 'bounce', 'blocked', 'spam', 'unsub'];
const json = { Url: EVENT_URL, Status: 'alive', Version: 2 };
const listed = (...Data: object[]) => ({ status: 200, body: { Count: Data.length, Data, Total: Data.length } });
const created = (EventType: string) => ({
  method: 'POST',
  path: CALLBACKS,
  body: { EventType, ...json },
  answer: { status: 201, body: { Count: 1, Data: [{ ID: 1, EventType, Url: EVENT_URL }], Total: 1 } },
});
const callback = (EventType: string, Url: string, ID: number) => ({ EventType, Url, ID, IsBackup: false, Version: 1 });
const credentials = { apiKey: 'mj-public', secretKey: 'mj-private', from: 'a@shop.example', senderName: 'Shop' };

registrationContract({
  id: 'mailjet',
  origins: ['https://api.mailjet.com'],
  credentials,
  headers: { authorization: `Basic ${Buffer.from('mj-public:mj-private').toString('base64')}` },
  situations: [
    {
      name: 'none yet',
      steps: [
        { path: LIST, answer: listed({ ...callback('sent', OTHER_URL, 9), IsBackup: true }) },
        ...EVENTS.map(created),
      ],
      expected: { isNew: true },
    },
    {
      name: 'an earlier address, another one, and a user name and a password',
      key: 'belfry:pass',
      steps: [
        { path: LIST, answer: listed(callback('open', OTHER_URL, 7), callback('sent', OLD_EVENT_URL, 8)) },
        ...EVENTS.filter((event) => event !== 'open').map((EventType) => {
          const Url = EVENT_URL.replace('https://', 'https://belfry:pass@');
          const step = created(EventType);
          if (EventType !== 'sent') return { ...step, body: { ...step.body, Url } };
          return { ...step, method: 'PUT', path: `${CALLBACKS}/8`, body: { ...json, Url } };
        }),
      ],
      expected: {
        isNew: false,
        leftOut: expect.stringMatching(/^open goes to another address\. Mailjet accepts one address for each event/),
      },
    },
  ],
  taken: {
    steps: [{ path: LIST, answer: listed(...EVENTS.map((event, index) => callback(event, OTHER_URL, index))) }],
    words: 'All events go to another address',
  },
  unauthorised: {
    answer: { status: 401, body: { ErrorMessage: 'API key authentication/authorization failure.' } },
    words: 'authorization failure',
  },
  secrets: ['mj-private'],
});
