/** Checks the domains of senders against a real DNS server on this machine. */
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { newId } from '#lib/id.ts';
import { createIntegration } from '#lib/integrations/service.ts';
import { prisma } from '#lib/postgres/db.ts';
import { type DnsServer, startDnsServer } from '#testing/dns-server.ts';
import { sampleEnvironment } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { senderDomain } from './service.ts';

ownScratchDatabase();

let ctx: Ctx;
beforeAll(async () => {
  ctx = (await sampleEnvironment()).ctx;
});

let dns: DnsServer;
beforeEach(async () => {
  dns = await startDnsServer({});
  return () => dns.stop();
});

async function integration(providerId: string, from: string, more: object = {}): Promise<string> {
  const identifier = newId();
  const credentials = { apiKey: 'key', secretKey: 'secret', from, senderName: 'Shop', ...more };
  await createIntegration(ctx, { providerId, channel: 'email', identifier, active: false, credentials } as never);
  const where = { environmentId: ctx.environmentId, identifier };
  return (await prisma().integration.findFirstOrThrow({ where })).id;
}

async function checked(providerId: string, from: string, more: object = {}) {
  return senderDomain(ctx, await integration(providerId, from, more), [dns.server]);
}

async function states(providerId: string, from: string, more: object = {}) {
  const { records } = await checked(providerId, from, more);
  return Object.fromEntries(records.map(({ name, state }) => [name, state]));
}

/** Credentials without a DKIM key. */
const SMTP = { host: 'mail.shop.se', port: '587', apiKey: undefined, secretKey: undefined };

const KEY = `v=DKIM1; k=rsa; p=${'A'.repeat(392)}`;

test('a domain with all records is good', async () => {
  dns.records = {
    'shop.se': ['google-site-verification=1', 'v=spf1 include:spf.mailjet.com ~all'],
    'mailjet._domainkey.shop.se': [KEY],
    '_dmarc.shop.se': ['v=DMARC1; p=reject'],
  };
  const result = await checked('mailjet', 'Shop <hello@Shop.se>');
  expect(result).toMatchObject({
    domain: 'shop.se',
    docsLink: expect.stringContaining('mailjet'),
    checkedAt: expect.any(String),
  });
  expect(result.records.map(({ record, state, found }) => [record, state, found])).toEqual([
    ['SPF', 'good', 'v=spf1 include:spf.mailjet.com ~all'],
    ['DKIM', 'good', undefined],
    ['DMARC', 'good', 'v=DMARC1; p=reject'],
  ]);
});

test('an empty domain lacks each record, and the result says what to enter', async () => {
  const { records } = await checked('mailjet', 'hello@shop.se');
  expect(records.map(({ record, state, enter }) => [record, state, enter])).toEqual([
    ['SPF', 'missing', 'v=spf1 include:spf.mailjet.com ~all'],
    ['DKIM', 'missing', undefined],
    ['DMARC', 'missing', 'v=DMARC1; p=none'],
  ]);
});

test('an SPF record without the vendor is completed; several are wrong; one that another includes is good', async () => {
  dns.records = { 'shop.se': ['v=spf1 mx include:_spf.other.se -all'], '_spf.other.se': ['v=spf1 ip4:192.0.2.1 -all'] };
  const wrong = (await checked('mailjet', 'hello@shop.se')).records[0];
  expect(wrong).toMatchObject({
    state: 'wrong',
    enter: 'v=spf1 include:spf.mailjet.com mx include:_spf.other.se -all',
  });
  dns.records = { 'two.se': ['v=spf1 -all', 'V=SPF1 include:spf.mailjet.com -all'] };
  expect((await checked('mailjet', 'hello@two.se')).records[0]).toMatchObject({
    state: 'wrong',
    says: expect.stringContaining('several'),
  });
  dns.records = {
    'in.se': ['v=spf1 include:_spf.in.se ~all'],
    '_spf.in.se': ['v=spf1 redirect=_more.in.se'],
    '_more.in.se': ['v=spf1 +include:spf.mailjet.com'],
  };
  expect(await states('mailjet', 'hello@in.se')).toMatchObject({ 'in.se': 'good' });
});

test('records that include each other, or very many, end the check', async () => {
  const many = Array.from({ length: 40 }, (_, n) => `include:n${n}.loop.se`).join(' ');
  dns.records = {
    'loop.se': [`v=spf1 include:loop.se include:a.loop.se ${many}`],
    'a.loop.se': ['v=spf1 include:loop.se'],
  };
  expect(await states('mailjet', 'hello@loop.se')).toMatchObject({ 'loop.se': 'wrong' });
  expect(dns.requested.length).toBeLessThan(20);
});

test('each key of the vendor is needed, and a revoked one is wrong', async () => {
  dns.records = { 's1._domainkey.shop.se': [KEY], 's2._domainkey.shop.se': ['v=DKIM1; p='] };
  expect(await states('sendgrid', 'hello@shop.se')).toEqual({
    's1._domainkey.shop.se': 'good',
    's2._domainkey.shop.se': 'wrong',
    '_dmarc.shop.se': 'missing',
  });
});

test('the policy of a domain above counts', async () => {
  dns.records = { '_dmarc.shop.se': ['v=DMARC1; p=none'] };
  const { records } = await checked('postmark', 'hello@mail.eu.shop.se');
  expect(records.find(({ record }) => record === 'DMARC')).toMatchObject({ state: 'good', name: '_dmarc.shop.se' });
  expect(
    records.find(({ record }) => record === 'DKIM'),
    'each account has its own key',
  ).toMatchObject({ state: 'unknown' });
});

test.each([
  ['v=DMARC1; p=none', 'mg.shop.se', 'good'],
  ['v=DMARC1; p=none; adkim=s', 'mg.shop.se', 'wrong'],
  ['v=DMARC1; p=none; adkim=s', 'shop.se', 'good'],
  ['v=DMARC1; p=none', 'mailer.se', 'wrong'],
])('with %s, emails that %s signs are %s', async (policy, domain, state) => {
  dns.records = { '_dmarc.shop.se': [policy], [domain]: ['v=spf1 include:mailgun.org ~all'] };
  const found = await states('mailgun', 'hello@shop.se', { user: 'api', domain });
  expect(found).toMatchObject({ [domain]: 'good', '_dmarc.shop.se': state });
});

test('two domains below one public suffix may be unrelated', async () => {
  dns.records = { '_dmarc.shop.co.uk': ['v=DMARC1; p=none'], 'other.co.uk': ['v=spf1 include:mailgun.org ~all'] };
  const found = await states('mailgun', 'hello@shop.co.uk', { user: 'api', domain: 'other.co.uk' });
  expect(found).toMatchObject({ '_dmarc.shop.co.uk': 'unknown' });
});

test('credentials that cannot be read are not checked', async () => {
  const id = await integration('mailjet', 'hello@shop.se');
  const where = { environmentId: ctx.environmentId, id };
  await prisma().integration.updateMany({ where, data: { credentials: { from: { $sealed: 'changed' } } } });
  expect(await senderDomain(ctx, id, [dns.server])).toMatchObject({
    records: [],
    notChecked: expect.stringContaining('cannot be read'),
  });
});

test('the key of a mail server is checked under the selector of the credentials', async () => {
  dns.records = { 'k1._domainkey.shop.se': [KEY] };
  const smtp = { ...SMTP, domain: 'shop.se', accountSid: 'k1' };
  expect(await states('nodemailer', 'hello@shop.se', smtp)).toMatchObject({ 'k1._domainkey.shop.se': 'good' });
});

test('a result is kept, but not one without an answer', async () => {
  const id = await integration('mailjet', 'hello@kept.se');
  dns.records = { '_dmarc.kept.se': 'broken' };
  const unknown = await senderDomain(ctx, id, [dns.server]);
  expect(unknown.records.find(({ record }) => record === 'DMARC')).toMatchObject({ state: 'unknown' });
  dns.records = { '_dmarc.kept.se': ['v=DMARC1; p=none'] };
  const first = await senderDomain(ctx, id, [dns.server]);
  expect(first.records.find(({ record }) => record === 'DMARC')).toMatchObject({ state: 'good' });
  const requested = dns.requested.length;
  expect(await senderDomain(ctx, id, [dns.server])).toEqual(first);
  expect(dns.requested.length).toBe(requested);
});

test('a DNS server that does not answer delays the result by a few seconds at most', async () => {
  const names = ['shop.se', 'mailjet._domainkey.shop.se', '_dmarc.shop.se'];
  dns.records = Object.fromEntries(names.map((name) => [name, 'silent' as const]));
  const begun = performance.now();
  const { records } = await checked('mailjet', 'hello@shop.se');
  expect(performance.now() - begun).toBeLessThan(9_000);
  expect(records.map(({ state }) => state)).toEqual(['unknown', 'unknown', 'unknown']);
}, 20_000);

test.each(['mail.localhost', 'shop.test', 'shop.example', 'mail.local'])('%s is not checked', async (domain) => {
  const result = await checked('nodemailer', `hello@${domain}`, SMTP);
  expect(result).toEqual({ domain, notChecked: `${domain} is not a public domain.`, records: [] });
  expect(dns.requested).toEqual([]);
});

test('an integration of another channel has no sender domain, and one of another environment is not found', async () => {
  await createIntegration(ctx, { providerId: 'twilio', channel: 'sms', identifier: 'sms', credentials: {} } as never);
  const sms = await prisma().integration.findFirstOrThrow({
    where: { environmentId: ctx.environmentId, identifier: 'sms' },
  });
  expect(await senderDomain(ctx, sms.id)).toEqual({ notChecked: expect.any(String), records: [] });
  const other = (await sampleEnvironment()).ctx;
  await expect(senderDomain(other, sms.id)).rejects.toMatchObject({ code: 'not_found' });
});
