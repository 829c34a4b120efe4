import { expect, test, vi } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import type { SendTarget, Target } from '#lib/engine/decision.ts';
import { prisma } from '#lib/postgres/db.ts';
import { getPreferences, updatePreferences } from '#lib/preferences/service.ts';
import type { EmailMessage } from '#lib/providers/message.ts';
import { sampleEnvironment, sampleIntegrations, sampleWorkflow, storedRuns, trigger } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { answerChoice, answerPage } from './answer.ts';
import { pageLanguage } from './language.ts';
import { answerLogo } from './logo.ts';
import { UpdateRecipientPageBody } from './schema.ts';
import { getRecipientPageSettings, updateRecipientPageSettings } from './settings.ts';

vi.stubEnv('PUBLIC_URL', 'https://belfry.example');
ownScratchDatabase();

const STEPS = [
  {
    type: 'email',
    name: 'Mail',
    controlValues: {
      subject: 'Your order',
      editorType: 'html',
      body: '<p>Secret content</p><a href="{{ unsubscribeUrl }}">Stop</a> <a href="{{ whyUrl }}">Why</a>',
    },
  },
  { type: 'sms', name: 'Text', controlValues: { body: 'Order: {{ preferencesUrl }}' } },
];
const JANE = { subscriberId: 'jane', firstName: 'Jane', email: 'jane@example.com', phone: '+15555550123' };

/** An environment whose workflow has just sent an email to Jane. */
async function world(more: object = {}, context?: object) {
  const sent: Target[] = [];
  const send: SendTarget = async (_, target) => {
    sent.push(target);
    return { messageId: target.messageId, type: 'accepted', sandbox: true };
  };
  const sample = await sampleEnvironment(send);
  await sampleIntegrations(sample.ctx, ['email', 'sms']);
  const workflowId = await sampleWorkflow(sample.ctx, STEPS, { name: 'Order shipped', ...more });
  const deliver = async (to: object = JANE) => {
    const { transactionId = '' } = (await trigger(sample.ctx, workflowId, to, { ...(context && { context }) })) as {
      transactionId?: string;
    };
    await sample.drain();
    return { transactionId, runs: await storedRuns(sample.ctx, transactionId) };
  };
  await deliver();
  const mail = sent.find(({ message }) => message?.channel === 'email')?.message as EmailMessage;
  const token = /\/r\/([\w-]+)/.exec(mail.html)?.[1] ?? '';
  return { ctx: sample.ctx, workflowId, deliver, mail, token, sent };
}

const REQUEST = { requestId: 'test' };

async function page(token: string, query = '', headers: Record<string, string> = {}) {
  const request = new Request(`https://belfry.example/r/${token}${query}`, { headers });
  const response = await answerPage({ ...REQUEST, token, request });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

function post(token: string, body: URLSearchParams | FormData): Promise<Response> {
  const request = new Request(`https://belfry.example/r/${token}`, { method: 'POST', body });
  return request
    .clone()
    .arrayBuffer()
    .then((bytes) => answerChoice({ ...REQUEST, token, request }, new Uint8Array(bytes)));
}

const chosen = (choice: string, more: [string, string][] = []) => new URLSearchParams([['choice', choice], ...more]);

async function channelsOf(ctx: Ctx, contextKeys: string[] = []) {
  const { workflows } = await getPreferences(ctx, 'jane', { criticality: 'all', contextKeys });
  return workflows[0]?.channels;
}

test('an email has the headers for one click, and links to one page', async () => {
  const { mail, token, sent } = await world();
  expect(mail.headers).toEqual({
    'List-Unsubscribe': `<https://belfry.example/r/${token}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  });
  expect(mail.html).toContain(`https://belfry.example/r/${token}#why`);
  expect(sent.find(({ message }) => message?.channel === 'sms')?.message).toMatchObject({
    content: `Order: https://belfry.example/r/${token}#choices`,
  });
});

test('one click stops the emails of the workflow, and nothing else', async () => {
  const { ctx, token, deliver } = await world();
  const form = new FormData();
  form.set('List-Unsubscribe', 'One-Click');
  for (const body of [new URLSearchParams('List-Unsubscribe=One-Click'), form]) {
    const response = await post(token, body);
    expect([response.status, await response.text()]).toEqual([200, 'Unsubscribed\n']);
  }
  expect(await channelsOf(ctx)).toEqual({ email: false, sms: true });
  const { runs } = await deliver();
  expect(runs[0]?.jobs).toMatchObject([
    { type: 'email', status: 'skipped', reason: 'preference_workflow' },
    { type: 'sms', status: 'completed' },
  ]);
});

test('the page says why the message came, and shows no data about the recipient', async () => {
  const { ctx, token } = await world();
  await prisma().subscriber.updateMany({ where: { environmentId: ctx.environmentId }, data: { locale: 'de_DE' } });
  const { status, headers, text } = await page(token, '', { 'accept-language': 'fr' });
  expect(status).toBe(200);
  expect(text).toContain(pageLanguage('de').texts.why);
  expect(text).toContain('Order shipped');
  expect(text).toContain(pageLanguage('de').texts.notChosen);
  for (const hidden of ['jane', 'Jane', '5555550123', 'Secret content', '<script'])
    expect(text, hidden).not.toContain(hidden);
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(Buffer.byteLength(text)).toBeLessThan(30_000);
  expect(await channelsOf(ctx), 'reading changes nothing').toEqual({ email: true, sms: true });
});

test('a form stops the messages, leads back to the page, and can be undone', async () => {
  const { ctx, token } = await world();
  const stopped = await post(token, chosen('stop'));
  expect([stopped.status, stopped.headers.get('location')]).toEqual([303, `/r/${token}?done=stop`]);
  expect(await channelsOf(ctx)).toEqual({ email: false, sms: false });
  const { text } = await page(token, '?done=stop');
  expect(text).toMatch(
    /role="status".*You no longer receive these messages.*value="resume".*It was sent before you switched these messages off on/s,
  );
  expect(text.match(/You no longer|value="resume"/g), 'one statement and one button').toHaveLength(2);
  expect(text).not.toContain(pageLanguage('en').texts.notChosen);
  expect((await page(token)).text, 'later').toMatch(/It was sent before you switched these messages off on [^:]+\.</);
  await post(token, chosen('resume'));
  expect(await channelsOf(ctx)).toEqual({ email: true, sms: true });
  expect((await page(token)).text).toMatch(/You chose to receive these messages on/);
});

test('a choice has the source "link" with its run', async () => {
  const { ctx, token } = await world();
  await post(token, chosen('stop'));
  const run = await prisma().notification.findFirstOrThrow({ where: { environmentId: ctx.environmentId } });
  const { workflows } = await getPreferences(ctx, 'jane', { criticality: 'all', contextKeys: [] });
  const updatedBy = { type: 'link', name: run.id };
  expect(workflows[0]?.choices).toMatchObject([{ updatedBy }, { updatedBy }]);
});

test('stopping everything also stops a workflow that the person had switched on', async () => {
  const { ctx, workflowId, token, deliver } = await world();
  await updatePreferences(ctx, 'jane', { workflowId, channels: { email: true } });
  await post(token, chosen('stop-all'));
  expect(await channelsOf(ctx)).toEqual({ email: false, sms: false });
  expect((await deliver()).runs[0]?.outcome).toBe('skipped');
  const { text } = await page(token, '?done=stop-all');
  expect(text).toMatch(/role="status".*You only receive important messages now.*value="resume-all".*Order shipped/s);
  expect(text.match(/value="resume-all"/g)).toHaveLength(1);
  await post(token, chosen('resume-all'));
  expect(await channelsOf(ctx), 'the choice for the workflow stays').toEqual({ email: false, sms: true });
});

test('the form saves the shown switches that changed', async () => {
  const { ctx, workflowId, token } = await world();
  const { id } = await prisma().workflow.findFirstOrThrow({ where: { identifier: workflowId } });
  const shown: [string, string][] = [
    ['shown', `${id}:email`],
    ['shown', `${id}:sms`],
    ['on', `${id}:sms`],
  ];
  await post(token, chosen('save', shown));
  expect(await channelsOf(ctx)).toEqual({ email: false, sms: true });
  expect((await page(token, '?done=save')).text).toMatch(
    /It was sent before you switched these messages off on [^:]+: Email\./,
  );
  await post(token, chosen('save', [['on', `${id}:push`]]));
  expect(await channelsOf(ctx), 'switches that were not shown').toEqual({ email: false, sms: true });
});

test('a choice applies in the context of the run', async () => {
  const { ctx, workflowId, token } = await world({}, { tenant: 'acme' });
  await updatePreferences(ctx, 'jane', { workflowId, channels: { email: true }, context: { tenant: 'acme' } });
  await post(token, chosen('stop'));
  expect(await channelsOf(ctx, ['tenant:acme'])).toEqual({ email: false, sms: false });
  expect(await channelsOf(ctx)).toEqual({ email: true, sms: true });
});

test('messages of a critical workflow have no header and cannot be stopped', async () => {
  const { ctx, mail, token } = await world({ preferences: { user: { all: { enabled: true, readOnly: true } } } });
  expect(mail.headers).toBeUndefined();
  const { text } = await page(token);
  expect(text).toContain('They cannot be switched off.');
  expect(text).not.toContain('value="stop"');
  const response = await post(token, new URLSearchParams('List-Unsubscribe=One-Click'));
  expect(await response.text()).toBe('Always sent\n');
  expect((await post(token, chosen('stop'))).headers.get('location')).not.toContain('done');
  expect(await prisma().preference.count({ where: { environmentId: ctx.environmentId } })).toBe(0);
});

test('a link works without its run and its workflow, and ends with the person', async () => {
  const { ctx, token } = await world();
  const { environmentId } = ctx;
  await prisma().notification.deleteMany({ where: { environmentId } });
  expect((await page(token)).text).toContain('Order shipped');
  await prisma().workflow.updateMany({ where: { environmentId }, data: { deletedAt: new Date(), active: false } });
  expect((await page(token)).text).toContain('These messages are no longer sent.');
  expect((await post(token, chosen('stop'))).status).toBe(303);
  expect((await post(token, chosen('stop-all'))).status).toBe(303);
  await prisma().subscriber.deleteMany({ where: { environmentId } });
  expect(await page(token)).toMatchObject({ status: 410, text: expect.stringContaining('Your data was deleted.') });
  expect((await post(token, chosen('stop'))).status).toBe(410);
});

test('other links and forms change nothing', async () => {
  const { ctx, token } = await world();
  for (const [link, status] of [
    ['preview', 200],
    ['unknown', 404],
    [`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`, 404],
  ] as const) {
    expect((await page(link)).status, link).toBe(status);
    expect((await post(link, chosen('stop'))).status, link).toBe(status);
  }
  expect((await post(token, chosen('delete'))).status).toBe(400);
  const request = new Request('https://belfry.example/', { method: 'POST', headers: { 'content-type': 'text/xml' } });
  expect((await answerChoice({ ...REQUEST, token, request }, Buffer.from('<a>'))).status).toBe(400);
  expect(await channelsOf(ctx)).toEqual({ email: true, sms: true });
});

test('hostile names are shown as text', async () => {
  const { token, ctx } = await world({ name: '<img src=x onerror=alert(1)>"\'' });
  await prisma().organization.updateMany({ where: { id: ctx.organizationId }, data: { name: '</title><script>' } });
  const { text } = await page(token, '?done=<script>&from=-1e9');
  expect(text).not.toMatch(/<script|<img/);
  expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;');
});

/** A picture of one pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

test('the page has the name, colour and logo of the environment, under a strict policy', async () => {
  const { ctx, token } = await world();
  const change = (body: object) => updateRecipientPageSettings(ctx, UpdateRecipientPageBody.parse(body));
  await change({ name: 'Heron <Shoes>', color: '#FFE000', logo: PIXEL });
  const { logo } = await getRecipientPageSettings(ctx);
  const { text, headers } = await page(token);
  expect(text).toContain('Heron &lt;Shoes&gt; sent you “Order shipped”');
  expect(text).toContain('--fill: #ffe000; --on-fill: #000000');
  expect(text).toContain(`<img src="${logo}" alt="" class="logo">`);
  expect(Buffer.byteLength(text)).toBeLessThan(30_000);
  expect(headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; style-src 'nonce-[^']+'; img-src 'self';/,
  );

  const [, , , environmentId = '', logoId = ''] = logo?.split('/') ?? [];
  const answer = await answerLogo(environmentId, logoId);
  expect(answer.headers.get('content-type')).toBe('image/png');
  expect(Buffer.from(await answer.arrayBuffer()).toString('base64')).toBe(PIXEL);
  await expect(answerLogo((await world()).ctx.environmentId, logoId)).rejects.toThrow('Logo not found');

  expect(await change({ logo: null, color: null })).toEqual({
    name: 'Heron <Shoes>',
    tracking: false,
    usualAddress: 'https://belfry.example',
    addresses: [],
  });
  await expect(answerLogo(environmentId, logoId)).rejects.toThrow('Logo not found');
  expect((await page(token)).text).not.toContain('<img');
  const { before, after } = await prisma().auditEntry.findFirstOrThrow({
    where: { organizationId: ctx.organizationId, action: 'environments.updateRecipientPage' },
    orderBy: { id: 'desc' },
  });
  expect([before, after]).toEqual([
    { pageName: 'Heron <Shoes>', pageColor: '#ffe000', pageLogo: logoId, pageUrl: null, tracking: false },
    { pageName: 'Heron <Shoes>', pageColor: null, pageLogo: null, pageUrl: null, tracking: false },
  ]);
});

test('a logo is a small picture without code', async () => {
  const { ctx } = await world();
  const refusal = (content: Uint8Array | string) =>
    updateRecipientPageSettings(ctx, { logo: Buffer.from(content).toString('base64') }).then(
      () => 'stored',
      (error) => error.errors?.logo?.messages?.join() ?? String(error),
    );
  const png = Buffer.from(PIXEL, 'base64');
  const huge = Buffer.from(png);
  huge.writeUInt32BE(60_000, 16);
  expect(await refusal('<svg onload="alert(1)"/>')).toContain('must be a PNG, JPEG or WebP image');
  expect(await refusal(png.subarray(0, 12))).toContain('must be a PNG, JPEG or WebP image');
  expect(await refusal(huge)).toContain('must be at most 2000 pixels');
  expect(await refusal(Buffer.concat([png, Buffer.alloc(65_536)]))).toContain('must be at most 64 KiB');
  expect(await refusal(Buffer.concat([png, Buffer.alloc(65_536 - png.length)]))).toBe('stored');
  for (const body of [
    { logo: 'a b' },
    { logo: '' },
    { logo: 'A'.repeat(90_000) },
    { color: 'red' },
    { color: '#fff' },
    { name: ' ' },
  ])
    expect(UpdateRecipientPageBody.safeParse(body).success, JSON.stringify(body).slice(0, 40)).toBe(false);
});

test('requests for one person are limited', async () => {
  const { token } = await world();
  const statuses = [];
  for (let at = 0; at < 40; at++) statuses.push((await page(token)).status);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(30);
  expect(statuses).toContain(429);
});
