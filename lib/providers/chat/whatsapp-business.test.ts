import { expect, test } from 'vitest';
import { MESSAGE_ID, providerContract } from '#testing/provider-contract.ts';
import { chat } from '#testing/sample-messages.ts';
import { answered } from '#testing/vendor-answers.ts';
import { sendRecorded } from '#testing/vendor-requests.ts';

const error = (status: number, code: number, message: string, details?: string) => ({
  status,
  body: {
    error: { message, type: 'OAuthException', code, ...(details && { error_data: { details } }), fbtrace_id: 'f' },
  },
});

// https://developers.facebook.com/docs/whatsapp/cloud-api/reference/messages
// https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes
providerContract({
  id: 'whatsapp-business',
  origins: ['https://graph.facebook.com'],
  credentials: () => ({
    apiToken: 'EAAJB-5d2f',
    phoneNumberIdentification: '106540352242922',
    businessAccountId: '102290129340398',
    secretKey: 'app-secret-91',
  }),
  message: () => ({ ...chat, target: { phoneNumber: '+16505551234' } }),
  accepted: {
    answer: {
      status: 200,
      body: {
        messaging_product: 'whatsapp',
        contacts: [{ input: '+16505551234', wa_id: '16505551234' }],
        messages: [{ id: 'wamid.HBgL' }],
      },
    },
    id: 'wamid.HBgL',
  },
  rejected: {
    answer: error(400, 132000, '(#132000) Number of parameters does not match', 'body: localizable_params (1)'),
    words: '(#132000) Number of parameters does not match',
    code: '132000',
  },
  unauthorised: {
    answer: error(401, 190, 'Error validating access token: Session has expired'),
    words: 'Error validating access token: Session has expired',
  },
  tooMany: {
    answer: { ...error(400, 130429, '(#130429) Rate limit hit'), headers: { 'retry-after': '9' } },
    retryAfterMs: 9000,
  },
  secrets: ['EAAJB-5d2f', 'app-secret-91'],
  withoutBody: 'rejected',
  carriesId: true,
  override: {
    given: { text: { previewUrl: true } },
    sent: '"text":{"body":"The lamp is on its way","preview_url":true}',
  },
  check: {
    request: { method: 'GET', path: '/v23.0/106540352242922?fields=verified_name,display_phone_number' },
    answer: { status: 200, body: { verified_name: 'Shop', display_phone_number: '+1 555-078-3881', id: '1' } },
    words: 'The token may send as Shop +1 555-078-3881',
  },
  wire: {
    method: 'POST',
    path: '/v23.0/106540352242922/messages',
    headers: { authorization: 'Bearer EAAJB-5d2f', 'content-type': 'application/json' },
    body: {
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to: '+16505551234',
      type: 'text',
      text: { body: 'The lamp is on its way' },
      biz_opaque_callback_data: MESSAGE_ID,
    },
  },
});

const target = () => ({ channel: '+16505551234' });

answered(
  'whatsapp-business',
  [
    [
      'details',
      error(400, 131026, 'Message undeliverable', 'The recipient has no WhatsApp'),
      { kind: 'recipient', words: 'Message undeliverable. The recipient has no WhatsApp' },
    ],
    ['a person who has not written recently', error(400, 131047, 'Re-engagement message'), { kind: 'recipient' }],
    ['a number that is not registered', error(400, 133010, 'Phone number not registered'), { kind: 'account' }],
    ['an account that owes', error(402, 131042, 'Business eligibility payment issue'), { kind: 'account' }],
    ['a missing permission', error(400, 200, 'Permissions error'), { kind: 'auth', providerCode: '200' }],
    ['too many to one recipient', error(400, 131056, 'Pair rate limit hit'), { kind: 'rate_limited' }],
    ['a service that is down', error(503, 2, 'Service temporarily unavailable'), { kind: 'unavailable' }],
    ['a failure with a code of the account', error(500, 0, 'Something'), { kind: 'unavailable' }],
  ],
  { target },
);

// https://developers.facebook.com/docs/whatsapp/cloud-api/guides/send-message-templates
const given = {
  numbered: [
    { name: '2', text: 'tomorrow at 9' },
    { name: '1', text: 'Ms. Jane Doe' },
  ],
  named: [{ name: 'customer', text: 'Ms. Jane Doe' }],
};
test.each([
  ['numbered', given.numbered, [{ text: 'Ms. Jane Doe' }, { text: 'tomorrow at 9' }]],
  ['named', given.named, [{ parameter_name: 'customer', text: 'Ms. Jane Doe' }]],
  ['no', [], undefined],
])('a template with %s parameters is sent instead of the text', async (_, parameters, sent) => {
  const credentials = { apiToken: 't-5d2f', phoneNumberIdentification: '1', businessAccountId: '2', secretKey: 's-91' };
  const template = { name: 'order_shipped', language: 'en_US', parameters };
  const message = { ...chat, target: target(), template };
  const answer = { status: 200, body: { messages: [{ id: 'wamid.1' }] } };
  const { requests, result } = await sendRecorded('whatsapp-business', credentials, message, { answer });
  expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
    ...{ messaging_product: 'whatsapp', recipient_type: 'individual', to: '+16505551234' },
    type: 'template',
    template: {
      name: 'order_shipped',
      language: { code: 'en_US' },
      ...(sent && { components: [{ type: 'body', parameters: sent.map((each) => ({ type: 'text', ...each })) }] }),
    },
    biz_opaque_callback_data: MESSAGE_ID,
  });
  expect(result).toMatchObject({ providerMessageId: 'wamid.1' });
  expect(JSON.stringify(result)).not.toContain('Jane Doe');
});

test('a template of an override replaces the text', async () => {
  const credentials = { apiToken: 't-5d2f', phoneNumberIdentification: '1', businessAccountId: '2', secretKey: 's-91' };
  const overrides = { type: 'template', template: { name: 'hello', language: { code: 'en' } } };
  const message = { ...chat, target: target(), overrides };
  const answer = { status: 200, body: { messages: [{ id: 'wamid.1' }] } };
  const { requests } = await sendRecorded('whatsapp-business', credentials, message, { answer });
  const body = JSON.parse(requests[0]?.body ?? '');
  expect(body).toMatchObject(overrides);
  expect(body).not.toHaveProperty('text');
});
