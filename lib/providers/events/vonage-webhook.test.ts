import { EVENT_URL, OLD_EVENT_URL, OTHER_URL, registrationContract } from '#testing/registration-contract.ts';

// https://developer.vonage.com/en/api/account#changeAccountSettings
const settings = (address: string) => ({
  status: 200,
  body: {
    'mo-callback-url': 'https://shop.example/incoming',
    'dr-callback-url': address,
    'max-outbound-request': 30,
    'max-inbound-request': 30,
    'max-calls-per-second': 30,
  },
});
const PATH = '/account/settings';
const read = (address: string) => ({ method: 'POST', path: PATH, answer: settings(address) });
const change = {
  method: 'POST',
  path: PATH,
  body: new URLSearchParams({ drCallBackUrl: EVENT_URL }).toString(),
  answer: settings(EVENT_URL),
};

registrationContract({
  id: 'nexmo',
  origins: ['https://rest.nexmo.com'],
  credentials: { apiKey: 'key-1', secretKey: 'nexmo-secret-1', from: 'Shop' },
  headers: { authorization: `Basic ${btoa('key-1:nexmo-secret-1')}` },
  situations: [
    { name: 'none yet', steps: [read(''), change], expected: { isNew: true } },
    { name: 'an earlier address', steps: [read(OLD_EVENT_URL), change], expected: { isNew: false } },
  ],
  taken: { steps: [read(OTHER_URL)], words: 'go to another address' },
  unauthorised: {
    answer: { status: 401, body: { 'error-code': '401', 'error-code-label': 'authentication failed' } },
    words: 'authentication failed',
  },
  secrets: ['nexmo-secret-1', btoa('key-1:nexmo-secret-1')],
});
