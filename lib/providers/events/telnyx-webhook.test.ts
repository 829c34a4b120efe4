import { EVENT_URL, OLD_EVENT_URL, OTHER_URL, registrationContract } from '#testing/registration-contract.ts';

// https://developers.telnyx.com/api-reference/profiles/update-a-messaging-profile
const ID = '3fa85f64-5717-4562-b3fc-2c963f66afa6';
const PROFILE = `/v2/messaging_profiles/${ID}`;
const PUBLIC_KEY = '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo='; // cspell:disable-line
const profile = (webhook_url: string | null) => ({
  status: 200,
  body: { data: { record_type: 'messaging_profile', id: ID, webhook_url, webhook_failover_url: '' } },
});
const change = {
  method: 'PATCH',
  path: PROFILE,
  body: { webhook_url: EVENT_URL, webhook_api_version: '2' },
  answer: profile(EVENT_URL),
};
const key = {
  path: '/v2/public_key',
  answer: { status: 200, body: { data: { record_type: 'public_key', public: PUBLIC_KEY } } },
};

registrationContract({
  id: 'telnyx',
  origins: ['https://api.telnyx.com'],
  credentials: { apiKey: 'telnyx-key-1', messageProfileId: ID, from: '+15558675309' },
  headers: { authorization: 'Bearer telnyx-key-1' },
  situations: [
    {
      name: 'none yet',
      steps: [{ path: PROFILE, answer: profile(null) }, change, key],
      expected: { isNew: true, key: PUBLIC_KEY },
    },
    {
      name: 'an earlier address',
      steps: [{ path: PROFILE, answer: profile(OLD_EVENT_URL) }, change, key],
      expected: { isNew: false, key: PUBLIC_KEY },
    },
    {
      name: 'a key that may not read the public key',
      steps: [{ path: PROFILE, answer: profile('') }, change, { ...key, answer: { status: 403 } }],
      expected: { isNew: true },
    },
  ],
  taken: { steps: [{ path: PROFILE, answer: profile(OTHER_URL) }], words: 'go to another address' },
  unauthorised: {
    answer: { status: 401, body: { errors: [{ code: '10009', title: 'Authentication failed' }] } },
    words: 'Authentication failed',
  },
  secrets: ['telnyx-key-1'],
});
