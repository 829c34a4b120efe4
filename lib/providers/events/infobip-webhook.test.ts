import { createHash } from 'node:crypto';
import { EVENT_URL, OLD_EVENT_URL, OTHER_URL, registrationContract } from '#testing/registration-contract.ts';

// https://www.infobip.com/docs/api/platform/subscriptions-api/create-subscription
const BASE = '/subscriptions/1';
const ID = `belfry-${createHash('sha256').update(EVENT_URL).digest('hex').slice(0, 24)}`;
const page = (...results: object[]) => ({ status: 200, body: { results, paging: { page: 0, size: 100 } } });
const profiles = (...results: object[]) => ({ path: `${BASE}/profiles?page=0&size=100`, answer: page(...results) });
const subscriptions = (...results: object[]) => ({
  path: `${BASE}/subscription/SMS?page=0&size=100`,
  answer: page(...results),
});
const subscription = (id: string, more: object = {}) => ({
  subscriptionId: `s-${id}`,
  name: `Reports ${id}`,
  events: ['DELIVERY'],
  profile: { profileId: `p-${id}` },
  ...more,
});
const profile = (id: string, notifyUrl: string, more: object = {}) => ({
  profileId: `p-${id}`,
  webhook: { notifyUrl, contentType: 'application/json' },
  ...more,
});
const create = (given: object, more: object = {}) => ({
  method: 'POST',
  path: `${BASE}/subscription/SMS`,
  body: { subscriptionId: ID, name: 'Belfry', events: ['DELIVERY'], profile: given, ...more },
  answer: { status: 201, body: { subscriptionId: ID } },
});
const change = (more: object = {}) => ({
  method: 'PUT',
  path: `${BASE}/profiles/p-own`,
  body: { webhook: { notifyUrl: EVENT_URL, contentType: 'application/json' }, ...more },
  answer: { status: 200, body: { profileId: 'p-own' } },
});
const security = { type: 'BASIC', credentials: { username: 'belfry', password: 'pass:word' } };
const other = profile('other', OTHER_URL);
const filtered = subscription('other', { resources: ['Shop'], events: [{ event: 'DELIVERY', format: 'V2' }] });

registrationContract({
  id: 'infobip-sms',
  origins: ['https://xyz.api.infobip.com'],
  credentials: { baseUrl: 'https://xyz.api.infobip.com', apiKey: 'infobip-key-1', from: 'Shop' },
  headers: { authorization: 'App infobip-key-1' },
  situations: [
    {
      name: 'none yet, but one for incoming messages',
      steps: [
        profiles(other),
        subscriptions(subscription('other', { events: ['INBOUND_MESSAGE'] })),
        create({ profileId: ID, webhook: { notifyUrl: EVENT_URL } }),
      ],
      expected: { isNew: true },
    },
    {
      name: 'a user name and a password, and a subscription of another service to some reports',
      key: 'belfry:pass:word',
      steps: [
        profiles(other),
        subscriptions(filtered),
        create({ profileId: ID, webhook: { notifyUrl: EVENT_URL }, security: { authId: ID, ...security } }),
      ],
      expected: {
        isNew: true,
        leftOut: 'Reports that match the subscription Reports other go to other addresses.',
      },
    },
    {
      name: 'an earlier address, whose profile has settings of a person',
      steps: [
        profiles(other, profile('own', OLD_EVENT_URL, { rateLimit: 5, security: { authId: 'a-1' } })),
        subscriptions(subscription('own')),
        change({ rateLimit: 5, security: { authId: 'a-1' } }),
      ],
      expected: { isNew: false },
    },
    {
      name: 'an earlier address without a subscription, and a new password',
      key: 'belfry:pass:word',
      steps: [
        profiles(profile('own', OLD_EVENT_URL, { security: { authId: 'a/1' } })),
        subscriptions(),
        { method: 'PUT', path: `${BASE}/security/a%2F1`, body: security, answer: { status: 200 } },
        change({ security: { authId: 'a/1' } }),
        create({ profileId: 'p-own' }),
      ],
      expected: { isNew: true },
    },
    {
      name: 'an earlier address, and the first password',
      key: 'belfry:pass:word',
      steps: [
        profiles(profile('own', OLD_EVENT_URL)),
        subscriptions(subscription('own')),
        { method: 'POST', path: `${BASE}/security`, body: { authId: ID, ...security }, answer: { status: 201 } },
        change({ security: { authId: ID } }),
      ],
      expected: { isNew: false },
    },
  ],
  taken: { steps: [profiles(other), subscriptions(subscription('other'))], words: 'go to another subscription' },
  unauthorised: {
    answer: {
      status: 403,
      body: { requestError: { serviceException: { messageId: 'FORBIDDEN', text: 'Missing scope' } } },
    },
    words: 'Missing scope',
  },
  secrets: ['infobip-key-1'],
});
