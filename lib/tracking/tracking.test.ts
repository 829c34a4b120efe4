import { expect, test, vi } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { matchEvents } from '#lib/delivery-events/match.ts';
import { eventsOfMessage } from '#lib/delivery-events/of-message.ts';
import type { SendTarget, Target } from '#lib/engine/decision.ts';
import { prisma } from '#lib/postgres/db.ts';
import type { EmailMessage } from '#lib/providers/message.ts';
import { updateRecipientPageSettings } from '#lib/recipient-page/settings.ts';
import { PatchWorkflowBody } from '#lib/workflows/schema.ts';
import { patchWorkflow } from '#lib/workflows/service.ts';
import { sampleEnvironment, sampleIntegrations, sampleWorkflow, trigger } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { answerClick, answerOpen } from './answer.ts';

vi.stubEnv('PUBLIC_URL', 'https://belfry.example');
ownScratchDatabase();

const SHOP = 'https://shop.example/order?id=7&secret=1';
const controlValues = {
  subject: 'Your order',
  editorType: 'html',
  body: '<a href="https://shop.example/order?id=7&amp;secret=1">Order</a> <a href="{{ unsubscribeUrl }}">Stop</a>',
};
const CRITICAL = { user: { all: { enabled: true, readOnly: true } } };

/** An environment whose workflow sends an email to Jane. */
async function world({ tracking = true, ...more }: { tracking?: boolean } & Record<string, unknown> = {}) {
  const sent: Target[] = [];
  const send: SendTarget = async (_, target) => {
    sent.push(target);
    return { messageId: target.messageId, type: 'accepted', sandbox: true };
  };
  const { ctx, drain } = await sampleEnvironment(send);
  await sampleIntegrations(ctx, ['email']);
  const workflow = await sampleWorkflow(ctx, [{ type: 'email', name: 'Mail', controlValues }], more);
  await updateRecipientPageSettings(ctx, { tracking });
  const deliver = async () => {
    sent.length = 0;
    await trigger(ctx, workflow, { subscriberId: 'jane', email: 'jane@example.com' });
    await drain();
    const [{ message, messageId } = { messageId: '' }] = sent;
    const { html, text } = message as EmailMessage;
    const [, link = ''] = /\/r\/click\/([\w-]+)\?to=/.exec(html) ?? [];
    const [, picture = ''] = /\/r\/open\/([\w-]+)"/.exec(html) ?? [];
    return { html, text, messageId, link, picture };
  };
  return { ctx, workflow, deliver };
}

const track = (ctx: Ctx, workflow: string) =>
  patchWorkflow(ctx, workflow, PatchWorkflowBody.parse({ isTracked: true }));

const get = (path: string, init: RequestInit = {}) => new Request(`https://belfry.example/r/${path}`, init);
const click = (link: string, to = SHOP, init: RequestInit = {}) =>
  answerClick(link, get(`click/${link}?to=${encodeURIComponent(to)}`, init));

/** Returns the events of a message, once `count` are stored. */
async function events(environmentId: string, messageId: string, count: number) {
  await expect.poll(() => prisma().deliveryEvent.count({ where: { environmentId } })).toBe(count);
  await matchEvents(new Date(Date.now() + 1_000));
  return eventsOfMessage(environmentId, messageId, { isWithheld: false });
}

test('without both switches, and for critical and sensitive workflows, emails stay as they are', async () => {
  for (const [isTracked, more] of [
    [false, {}],
    [true, { tracking: false }],
    [true, { preferences: CRITICAL }],
    [true, { isSensitive: true }],
  ] as const) {
    const { ctx, workflow, deliver } = await world({ ...more });
    if (isTracked) await track(ctx, workflow);
    const { html } = await deliver();
    expect(html, JSON.stringify(more)).toContain(`<a href="${SHOP.replace('&', '&amp;')}">Order</a>`);
    expect(html).not.toContain('/r/open/');
  }
});

test('a click leads to the page at once, and becomes an event of the message like an opening', async () => {
  const { ctx, workflow, deliver } = await world();
  await track(ctx, workflow);
  const { html, text, messageId, link, picture } = await deliver();
  expect(html).toMatch(/<a href="https:\/\/belfry\.example\/r\/[\w-]{86}#stop">Stop<\/a>/);
  expect(text).toContain(SHOP);
  const stored = await prisma().message.findFirstOrThrow({
    where: { environmentId: ctx.environmentId, id: messageId },
  });
  expect(JSON.stringify(stored), 'the dashboard shows the email without tracking').not.toContain('/r/open/');

  const answer = await click(link);
  expect([answer.status, answer.headers.get('location')]).toEqual([302, SHOP]);
  const image = await answerOpen(picture, get(`open/${picture}`));
  expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/gif']);
  expect(image.headers.get('cache-control')).toBe('no-store');
  const found = await events(ctx.environmentId, messageId, 2);
  expect(found.map(({ kind, words }) => [kind, words]).sort()).toEqual([
    ['clicked', 'shop.example'],
    ['opened', undefined],
  ]);
  expect(JSON.stringify(await prisma().deliveryEvent.findMany())).not.toContain('secret');
});

test('programs that look ahead, and repeated requests, do not count', async () => {
  const { ctx, workflow, deliver } = await world();
  await track(ctx, workflow);
  const { messageId, link, picture } = await deliver();
  const ahead: RequestInit[] = [
    { method: 'HEAD' },
    { headers: { 'sec-purpose': 'prefetch;prerender' } },
    { headers: { purpose: 'prefetch' } },
    { headers: { 'x-purpose': 'preview' } },
  ];
  for (const init of ahead) {
    expect((await click(link, SHOP, init)).status).toBe(302);
    expect((await answerOpen(picture, get(`open/${picture}`, init))).status).toBe(200);
  }
  for (let at = 0; at < 100; at++) await Promise.all([click(link), answerOpen(picture, get(`open/${picture}`))]);
  expect(await events(ctx.environmentId, messageId, 2)).toHaveLength(2);
});

test('a changed link leads nowhere, and a token without its message changes nothing', async () => {
  const { ctx, workflow, deliver } = await world();
  await track(ctx, workflow);
  const { link, picture } = await deliver();
  for (const [token, to] of [
    [link, 'https://evil.example/'],
    [link, ''],
    [picture, SHOP],
    ['unknown', SHOP],
  ] as const) {
    const answer = await click(token, to);
    expect([answer.status, answer.headers.get('location')], `${token} ${to}`).toEqual([404, null]);
    expect(await answer.text()).not.toContain('evil.example');
  }
  expect((await answerOpen('unknown', get('open/unknown'))).status).toBe(200);
  expect(await prisma().deliveryEvent.count({ where: { environmentId: ctx.environmentId } })).toBe(0);
});

test('a link works after its recipient and message are deleted, and ends with its environment', async () => {
  const { ctx, workflow, deliver } = await world();
  const { environmentId } = ctx;
  await track(ctx, workflow);
  const { link, messageId } = await deliver();
  await prisma().message.deleteMany({ where: { environmentId } });
  await prisma().subscriber.deleteMany({ where: { environmentId } });
  expect((await click(link)).status).toBe(302);
  expect(await events(environmentId, messageId, 1)).toEqual([]);

  const gone = await world();
  await track(gone.ctx, gone.workflow);
  const late = await gone.deliver();
  await prisma().environment.delete({ where: { id: gone.ctx.environmentId } });
  expect((await click(late.link)).status).toBe(410);
  expect((await answerOpen(late.picture, get(`open/${late.picture}`))).status).toBe(200);
  expect(await prisma().deliveryEvent.count({ where: { environmentId: gone.ctx.environmentId } })).toBe(0);
});
