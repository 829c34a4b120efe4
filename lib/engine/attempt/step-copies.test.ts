import { afterEach, expect, test, vi } from 'vitest';
import { createIntegration } from '#lib/integrations/service.ts';
import { outbound } from '#lib/outbound/outbound.ts';
import { prisma } from '#lib/postgres/db.ts';
import { parseReason, summaryOf } from '#lib/reasons/registry.ts';
import { sampleEnvironment, sampleWorkflow, trigger } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';

ownScratchDatabase();
afterEach(() => void vi.restoreAllMocks());

const CONTROLS = {
  ...{ subject: 'Hello', body: '<p>Hello</p>', editorType: 'html', layoutId: null },
  cc: ['{{ payload.team }}', 'Boss <{{ subscriber.data.boss }}>'],
  bcc: ['archive@shop.example'],
  headers: [{ key: 'X-Order', value: '{{ payload.order }}' }],
};
const PAYLOAD = { team: ['a@shop.example', 'B <b@shop.example>'], order: '7\r\nBcc: evil@example.com' };

async function mailFlow() {
  const fetch = vi.spyOn(outbound(), 'fetch').mockResolvedValue({ status: 202, headers: {}, body: '' });
  const sample = await sampleEnvironment();
  await createIntegration(sample.ctx, {
    ...{ name: 'Mail', providerId: 'sendgrid', channel: 'email', kind: 'delivery', active: true, sandbox: false },
    credentials: { apiKey: 'SG.1', from: 'shop@example.com', senderName: 'Shop' },
  } as never);
  const workflow = await sampleWorkflow(sample.ctx, [{ type: 'email', name: 'Mail', controlValues: CONTROLS }]);
  const { environmentId } = sample.ctx;
  const sent = async (options: object = {}) => {
    fetch.mockClear();
    const to = { subscriberId: 'ann', email: 'ann@example.com', data: { boss: 'boss@shop.example' } };
    await trigger(sample.ctx, workflow, to, { payload: PAYLOAD, ...options });
    await sample.drain();
    const { personalizations, headers } = JSON.parse(String(fetch.mock.calls[0]?.[1]?.body));
    const of = (list: { email: string }[] = []) => list.map(({ email }) => email);
    const [{ cc, bcc, headers: own }] = personalizations;
    return { cc: of(cc), bcc: of(bcc), order: (headers ?? own)?.['X-Order'] };
  };
  const notes = async () => {
    const details = await prisma().executionDetail.findMany({ where: { environmentId }, orderBy: { id: 'asc' } });
    return details.flatMap(({ reason, status }) => {
      const parsed = parseReason(reason);
      return parsed && status === 'Warning' ? summaryOf(parsed) : [];
    });
  };
  return { environmentId, sent, notes };
}

test('the provider gets the copies and headers of the step, rendered', async () => {
  const { sent } = await mailFlow();
  expect(await sent()).toEqual({
    cc: ['a@shop.example', 'b@shop.example', 'boss@shop.example'],
    bcc: ['archive@shop.example'],
    order: '7 Bcc: evil@example.com',
  });
  expect(await sent({ overrides: { email: { bcc: 'other@shop.example' } } })).toMatchObject({
    cc: ['a@shop.example', 'b@shop.example', 'boss@shop.example'],
    bcc: ['other@shop.example'],
  });
});

test('a suppressed address gets no copy, and neither does an invalid one', async () => {
  const { environmentId, sent, notes } = await mailFlow();
  const address = { environmentId, channel: 'email', event: 'bounced', createdAt: new Date() } as const;
  await prisma().suppression.createMany({
    data: ['b@shop.example', 'archive@shop.example'].map((each) => ({ ...address, address: each })),
  });
  expect(await sent({ payload: { ...PAYLOAD, team: ['no address', 'B <b@shop.example>'] } })).toMatchObject({
    cc: ['boss@shop.example'],
    bcc: [],
  });
  expect((await notes()).toSorted()).toEqual([
    'The field “cc” was used only in part: address 1 of 3 is not an email address',
    expect.stringContaining('a•••@shop.example is on the suppression list'),
    expect.stringContaining('b•••@shop.example is on the suppression list'),
  ]);
});

test('copies of sensitive content do not go to addresses of the profile', async () => {
  const { environmentId, sent, notes } = await mailFlow();
  await prisma().workflow.updateMany({ where: { environmentId }, data: { isSensitive: true } });
  expect(await sent()).toMatchObject({ cc: [], bcc: ['archive@shop.example'] });
  expect(await notes()).toEqual([expect.stringContaining('the content is sensitive')]);
});
