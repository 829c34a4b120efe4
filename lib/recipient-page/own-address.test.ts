import { expect, test, vi } from 'vitest';
import { prisma } from '#lib/postgres/db.ts';
import { sampleEnvironment, sampleIntegrations, sampleWorkflow, trigger } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { pageOrigin } from './origin.ts';
import { getRecipientPageSettings, updateRecipientPageSettings } from './settings.ts';

vi.stubEnv('PUBLIC_URL', 'https://belfry.shop.example');
vi.stubEnv('PAGE_URLS', 'https://mail.shop.example, https://news.shop.example');
ownScratchDatabase();

const OWN = 'https://mail.shop.example';

test('links in messages have the address of the environment, as long as `PAGE_URLS` contains it', async () => {
  const { ctx, drain } = await sampleEnvironment();
  const { environmentId } = ctx;
  await sampleIntegrations(ctx, ['sms']);
  const body = 'Stop: {{ unsubscribeUrl }}';
  const workflow = await sampleWorkflow(ctx, [{ type: 'sms', name: 'Text', controlValues: { body } }]);
  const sent = async () => {
    const { transactionId } = await trigger(ctx, workflow, { subscriberId: 'ann', phone: '+15555550123' });
    await drain();
    return (await prisma().message.findFirstOrThrow({ where: { environmentId, transactionId } })).content;
  };
  expect(await sent()).toMatch(/^Stop: https:\/\/belfry\.shop\.example\/r\//);
  expect(await updateRecipientPageSettings(ctx, { address: OWN })).toMatchObject({
    address: OWN,
    addresses: [OWN, 'https://news.shop.example'],
  });
  expect(await updateRecipientPageSettings(ctx, { tracking: false }), 'an absent field stays').toMatchObject({
    address: OWN,
  });
  expect(await sent()).toMatch(/^Stop: https:\/\/mail\.shop\.example\/r\//);
  expect(pageOrigin('https://former.shop.example')).toBe('https://belfry.shop.example');
  await updateRecipientPageSettings(ctx, { address: null });
  expect(await getRecipientPageSettings(ctx)).not.toHaveProperty('address');
});

test.each([
  'https://evil.example',
  'http://mail.shop.example',
  'https://mail.shop.example/',
  'javascript:alert(1)',
  '',
])('the address %j is rejected', async (address) => {
  const { ctx } = await sampleEnvironment();
  await expect(updateRecipientPageSettings(ctx, { address })).rejects.toMatchObject({
    code: 'unprocessable',
    errors: { address: { messages: ['must be https://mail.shop.example or https://news.shop.example'] } },
  });
});
