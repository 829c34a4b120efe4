/** Tests addresses with names and non-ASCII domains for every vendor with an HTTP API. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createOutbound } from '#lib/outbound/outbound.ts';
import { deliver } from '#lib/providers/deliver.ts';
import { asciiName, type Mailbox, mailboxText } from '#lib/providers/mailbox.ts';
import { mail } from '#testing/sample-messages.ts';
import { startVendor, type VendorServer } from '#testing/vendor-server.ts';

let vendor: VendorServer;
const outbound = createOutbound({ allow: ['127.0.0.1'], timeoutMs: 10_000 });
beforeAll(async () => {
  vendor = await startVendor({ status: 200, body: {} });
});
beforeEach(() => vendor.behave({ status: 200, body: {} }));
afterAll(async () => {
  await outbound.close();
  await vendor.stop();
});

const from = { email: 'no-reply@xn--acm-dma.example', name: 'Acme, Shop' };
const to = { email: 'jane@xn--bcher-kva.example', name: 'Jane' };
const copy = { email: 'ann@customer.example', name: 'Ann (Sales)' };
const blind = { email: 'archive@shop.example', name: 'Archive' };
const answersTo = { email: 'help@shop.example', name: 'Help' };

const texts = (...mailboxes: Mailbox[]) => mailboxes.map(mailboxText);
const pascal = ({ email, name }: Mailbox) => ({ Email: email, Name: name });
/** The addresses in the request of each vendor, according to its reference. */
const FORMS: [string, string, object, object][] = [
  [
    'sendgrid',
    'https://api.sendgrid.com',
    {},
    { personalizations: [{ to: [to], cc: [copy], bcc: [blind] }], from, reply_to: answersTo },
  ],
  [
    'postmark',
    'https://api.postmarkapp.com',
    {},
    {
      ...{ From: mailboxText(from), To: mailboxText(to), Cc: mailboxText(copy), Bcc: mailboxText(blind) },
      ReplyTo: mailboxText(answersTo),
    },
  ],
  [
    'mandrill',
    'https://mandrillapp.com',
    {},
    {
      message: {
        ...{ from_email: from.email, from_name: from.name },
        to: [
          { ...to, type: 'to' },
          { ...copy, type: 'cc' },
          { ...blind, type: 'bcc' },
        ],
        headers: { 'Reply-To': mailboxText(answersTo) },
      },
    },
  ],
  ['mailersend', 'https://api.mailersend.com', {}, { from, to: [to], cc: [copy], bcc: [blind], reply_to: answersTo }],
  ['mailtrap', 'https://send.api.mailtrap.io', {}, { from, to: [to], cc: [copy], bcc: [blind], reply_to: answersTo }],
  ['sendinblue', 'https://api.brevo.com', {}, { sender: from, to: [to], cc: [copy], bcc: [blind], replyTo: answersTo }],
  [
    'resend',
    'https://api.resend.com',
    {},
    {
      ...{ from: mailboxText(from), to: texts(to), cc: texts(copy), bcc: texts(blind) },
      reply_to: mailboxText(answersTo),
    },
  ],
  [
    'ses',
    'https://email.eu-central-1.amazonaws.com',
    { secretKey: 'secret-2', region: 'eu-central-1' },
    {
      FromEmailAddress: mailboxText(from),
      Destination: { ToAddresses: texts(to), CcAddresses: texts(copy), BccAddresses: texts(blind) },
      ReplyToAddresses: texts(answersTo),
    },
  ],
  [
    'mailjet',
    'https://api.mailjet.com',
    { secretKey: 'secret-2' },
    {
      Messages: [
        {
          ...{ From: pascal(from), To: [pascal(to)], Cc: [pascal(copy)], Bcc: [pascal(blind)] },
          ReplyTo: pascal(answersTo),
        },
      ],
    },
  ],
  [
    'sparkpost',
    'https://api.sparkpost.com',
    {},
    {
      recipients: [
        { address: to },
        { address: { ...copy, header_to: mailboxText(to) } },
        { address: { ...blind, header_to: mailboxText(to) } },
      ],
      content: { from, reply_to: mailboxText(answersTo), headers: { CC: mailboxText(copy) } },
    },
  ],
];

async function requested(providerId: string, origin: string, credentials: object, message: object) {
  const account = { providerId, sandbox: false, credentials: { apiKey: 'key-number-1', ...credentials } };
  const tools = { outbound, now: () => new Date(), origins: { [origin]: vendor.origin } };
  await deliver(account, { ...mail, ...message }, tools).catch(() => undefined);
  return vendor.received[0]?.body ?? '';
}

const named = {
  from: { ...from, email: 'no-reply@acmé.example' },
  to: { ...to, email: 'jane@bücher.example' },
  ...{ cc: [copy], bcc: [blind], replyTo: answersTo, headers: undefined },
};
const sender = { from: 'shop@shop.example', senderName: 'Shop' };

test.each(FORMS)('%s receives bare addresses, separate names, and domains in ASCII', async (id, origin, own, form) => {
  const body = await requested(id, origin, { ...own, ...sender }, named);
  expect(JSON.parse(body)).toMatchObject(form);
  expect(body).not.toMatch(/bücher|acmé/);
});

test('Mailgun receives addresses in its text format', async () => {
  const body = await requested(
    'mailgun',
    'https://api.mailgun.net',
    { user: 'api', domain: 'd.example', ...sender },
    named,
  );
  for (const text of texts(from, to, copy, blind, answersTo)) expect(body).toContain(`\r\n\r\n${text}\r\n`);
});

test('a webhook receives bare addresses, and the sender’s name in a field', async () => {
  const own = { webhookUrl: `${vendor.origin}/hook`, secretKey: 'secret-2', ...sender };
  expect(JSON.parse(await requested('email-webhook', '', own, named))).toMatchObject({
    ...{ from: from.email, senderName: from.name, to: [to.email], cc: [copy.email], bcc: [blind.email] },
    replyTo: answersTo.email,
  });
});

test.each(FORMS.map(([id, origin, own]) => [id, origin, own] as const))(
  '%s receives the bare address of a sender with a name',
  async (id, origin, own) => {
    const body = await requested(id, origin, { ...own, from: 'Lamps <lamps@bücher.example>', senderName: 'Shop' }, {});
    expect(body).toContain('lamps@xn--bcher-kva.example');
    expect(body).not.toContain('Lamps');
    expect(body).toContain('Shop');
  },
);

test.each(['Müller GmbH & Co. KG', 'Müller', 'Acme, Inc.'])('Brevo does not drop the name %s', async (name) => {
  const own = { from: 'shop@shop.example', senderName: name };
  const { sender: sent } = JSON.parse(await requested('sendinblue', 'https://api.brevo.com', own, {}));
  // Brevo drops a name with non-ASCII letters and a full stop.
  const isDropped = name.startsWith('Müller G');
  expect(sent.name).toBe(isDropped ? asciiName({ email: '', name }).name : name);
  if (isDropped) expect(sent.name).toMatch(/^=\?UTF-8\?B\?[\x21-\x7e ]+$/);
});
