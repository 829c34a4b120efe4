import { expect, test } from 'vitest';
import { createOutbound } from '#lib/outbound/outbound.ts';
import { deliver } from '#lib/providers/deliver.ts';
import { providerContract } from '#testing/provider-contract.ts';
import { chat } from '#testing/sample-messages.ts';
import { answered } from '#testing/vendor-answers.ts';
import { startVendor } from '#testing/vendor-server.ts';

const error = (error_code: number, description: string, parameters?: object) => ({
  status: error_code,
  body: { ok: false, error_code, description, ...(parameters && { parameters }) },
});
const token = '123456:ABC-DEF1234ghIkl';

// https://core.telegram.org/bots/api#making-requests
// https://core.telegram.org/bots/api#sendmessage
providerContract({
  id: 'telegram',
  origins: ['https://api.telegram.org'],
  credentials: () => ({ apiToken: token }),
  message: () => ({ ...chat, target: { channel: '-100123' } }),
  hasOneStatus: true,
  accepted: { answer: { status: 200, body: { ok: true, result: { message_id: 4711, date: 1 } } }, id: '4711' },
  rejected: {
    answer: error(400, 'Bad Request: message text is empty'),
    words: 'Bad Request: message text is empty',
    code: '400',
  },
  accessOfRecipient: [403],
  unauthorised: { answer: error(401, 'Unauthorized'), words: 'Unauthorized' },
  tooMany: {
    answer: error(429, 'Too Many Requests: retry after 35', { retry_after: 35 }),
    retryAfterMs: 35_000,
  },
  secrets: [token],
  withoutBody: 'rejected',
  carriesId: false,
  override: { given: { parseMode: 'HTML' }, sent: '"parse_mode":"HTML"' },
  check: {
    request: { method: 'GET', path: `/bot${token}/getMe` },
    answer: { status: 200, body: { ok: true, result: { id: 1, is_bot: true, username: 'shop_bot' } } },
    words: 'The token belongs to @shop_bot',
  },
  wire: {
    method: 'POST',
    path: `/bot${token}/sendMessage`,
    headers: { 'content-type': 'application/json' },
    body: { chat_id: '-100123', text: 'The lamp is on its way' },
  },
});

test('a group that became a supergroup gets the message under its new id from the response', async () => {
  const vendor = await startVendor(({ body }) =>
    JSON.parse(body).chat_id === '-100777'
      ? { status: 200, body: { ok: true, result: { message_id: 5 } } }
      : error(400, 'Bad Request: group chat was upgraded to a supergroup chat', { migrate_to_chat_id: -100777 }),
  );
  const outbound = createOutbound({ allow: ['127.0.0.1'] });
  const account = { providerId: 'telegram', sandbox: false, credentials: { apiToken: token } };
  const tools = { outbound, now: () => new Date(), origins: { 'https://api.telegram.org': vendor.origin } };
  const sent = await deliver(account, { ...chat, target: { channel: '-42' } }, tools);
  await Promise.all([outbound.close(), vendor.stop()]);
  expect(sent).toMatchObject({ providerMessageId: '5', movedTo: '-100777' });
  expect(vendor.received).toHaveLength(2);
});

answered('telegram', [
  ['that the bot was blocked', error(403, 'Forbidden: bot was blocked by the user'), { kind: 'token_gone' }],
  [
    'that the person has not written first',
    error(403, "Forbidden: bot can't initiate conversation with a user"),
    { kind: 'recipient' },
  ],
  ['that it is not a member', error(403, 'Forbidden: bot is not a member of the channel chat'), { kind: 'recipient' }],
  ['that the group is gone', error(403, 'Forbidden: the group chat was deleted'), { kind: 'token_gone' }],
  ['missing rights', error(400, 'Bad Request: not enough rights to send text messages'), { kind: 'recipient' }],
  ['an unknown chat', error(400, 'Bad Request: chat not found'), { kind: 'token_gone' }],
  ['an unknown token', error(404, 'Not Found'), { kind: 'auth' }],
  ['an error in an answer of 200', { status: 200, body: { ok: false, description: 'x' } }, { kind: 'rejected' }],
]);
