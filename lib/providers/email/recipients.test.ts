/** Tests vendors whose response has an entry for each recipient: the entry of the main recipient decides. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOutbound } from '#lib/outbound/outbound.ts';
import { deliver } from '#lib/providers/deliver.ts';
import type { ChannelMessage } from '#lib/providers/message.ts';
import { mail, mailCredentials, push } from '#testing/sample-messages.ts';
import { startVendor, type VendorServer } from '#testing/vendor-server.ts';

let vendor: VendorServer;
const outbound = createOutbound({ allow: ['127.0.0.1'], timeoutMs: 10_000 });
beforeAll(async () => {
  vendor = await startVendor();
});
afterAll(async () => {
  await outbound.close();
  await vendor.stop();
});

const ORIGINS = {
  postmark: 'https://api.postmarkapp.com',
  mailersend: 'https://api.mailersend.com',
  mandrill: 'https://mandrillapp.com',
  sparkpost: 'https://api.sparkpost.com',
  pushpad: 'https://pushpad.xyz',
};
const credentials = { apiKey: 'key-number-1', applicationId: '1', ...mailCredentials };

async function sent(providerId: keyof typeof ORIGINS, answer: object, message: ChannelMessage = mail) {
  vendor.behave({ status: 200, ...answer });
  const tools = { outbound, now: () => new Date(), origins: { [ORIGINS[providerId]]: vendor.origin } };
  return deliver({ providerId, sandbox: false, credentials }, message, tools).catch((error: unknown) => error);
}

const [JANE, ANN, BOB, ARCHIVE] = [
  'jane@customer.example',
  'ann@customer.example',
  'bob@customer.example',
  'archive@shop.example',
];
const inactive = (...addresses: string[]) => ({
  ErrorCode: 0,
  MessageID: 'm-1',
  Message: `Message OK, but will not deliver to these inactive addresses: ${addresses.join(', ')}. Inactive recipients are ones that have generated a hard bounce or a spam complaint.`,
});
const suppressed = (email: string) => ({
  status: 202,
  headers: { 'x-message-id': 'm-1' },
  body: {
    message: 'There are some warnings for your request.',
    warnings: [
      {
        type: 'SOME_SUPPRESSED',
        warning: 'Some of the recipients have been suppressed.',
        recipients: [{ email, name: null, reasons: ['hard_bounced'] }],
      },
    ],
  },
});
const entries = (refused: string) =>
  [ARCHIVE, BOB, JANE, ANN].map((email, at) => ({
    ...{ email, _id: `id-${at}`, status: email === refused ? 'rejected' : 'sent' },
    reject_reason: email === refused ? 'hard-bounce' : null,
  }));

test.each<[keyof typeof ORIGINS, object, object, RegExp]>([
  ['postmark', { body: inactive(JANE) }, { body: inactive(ANN) }, /inactive addresses/],
  ['mailersend', suppressed(JANE), suppressed(ANN), /suppressed\. hard_bounced$/],
  ['mandrill', { body: entries(JANE) }, { body: entries(ANN) }, /hard-bounce$/],
])('%s: a refused recipient fails, a refused copy does not', async (id, ofRecipient, ofCopy, words) => {
  expect(await sent(id, ofRecipient)).toMatchObject({
    ...{ name: 'ProviderError', kind: 'rejected', words: expect.stringMatching(words) },
    taken: [ANN, BOB, ARCHIVE],
  });
  expect(await sent(id, ofCopy)).toMatchObject({
    providerMessageId: id === 'mandrill' ? 'id-2' : 'm-1',
    refusedCopies: [{ address: ANN, kind: 'rejected', words: expect.stringMatching(words) }],
  });
});

test('several inactive addresses are distinguished', async () => {
  expect(await sent('postmark', { body: inactive(BOB, JANE) })).toMatchObject({
    kind: 'rejected',
    taken: [ANN, ARCHIVE],
  });
  const similar = await sent('postmark', { body: inactive(`x${JANE}`) });
  expect(similar).toMatchObject({ providerMessageId: 'm-1' });
  expect(similar).not.toHaveProperty('refusedCopies');
});

test('SparkPost counts recipients without naming them', async () => {
  const counted = (total_rejected_recipients: number, total_accepted_recipients: number) => ({
    body: { results: { id: '7', total_rejected_recipients, total_accepted_recipients } },
  });
  expect(await sent('sparkpost', counted(1, 3))).toMatchObject({
    refusedCopies: [{ isOwn: true, words: '1 of 4 recipients were refused; the response does not show which' }],
  });
  expect(await sent('sparkpost', counted(4, 0))).toMatchObject({ kind: 'rejected' });
  expect(await sent('sparkpost', counted(0, 4))).not.toHaveProperty('refusedCopies');
});

test('a push through Pushpad without a reached browser is not sent', async () => {
  const answer = { status: 201, body: { id: 197123, scheduled: 0, uids: [] } };
  expect(await sent('pushpad', answer, push)).toMatchObject({
    ...{ name: 'ProviderError', kind: 'recipient', isOwn: true },
    words: 'The user is subscribed in no browser',
  });
});

test('a further attempt is sent to unreached recipients', async () => {
  await sent('postmark', { body: { ErrorCode: 0, MessageID: 'm-1' } }, { ...mail, only: [JANE, ARCHIVE] });
  expect(vendor.received[0]?.body).not.toContain('"Cc"');
  expect(JSON.parse(vendor.received[0]?.body ?? '')).toMatchObject({ To: JANE, Bcc: ARCHIVE });
  await sent('postmark', { body: { ErrorCode: 0, MessageID: 'm-1' } }, { ...mail, only: [ANN, ARCHIVE] });
  expect(JSON.parse(vendor.received[0]?.body ?? '')).toMatchObject({ To: ANN, Bcc: ARCHIVE });
});
