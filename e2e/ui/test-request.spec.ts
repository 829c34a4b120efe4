import { startVendor } from '#testing/vendor-server.ts';
import { expectPartAccessible } from './accessible.ts';
import { author, editor, stored, write } from './authoring.ts';
import { expect, test } from './fixtures.ts';

test.use({ role: 'admin', contextOptions: { reducedMotion: 'reduce' } });

test('an HTTP step takes its response schema from the response to a test request', async ({ page, member, visit }) => {
  const vendor = await startVendor({ status: 200, body: { order: 'A-1', total: 4.5 } });
  try {
    const controlValues = { method: 'GET', url: `${vendor.origin}/orders` };
    await author(member, [{ stepId: 'call', name: 'Call', type: 'http_request', controlValues }]);
    await page.setViewportSize({ width: 1600, height: 1000 });
    await visit('/workflows/order-shipped?step=call');
    const form = editor(page).open('Call');
    const trial = form.getByRole('region', { name: 'Test request' });
    const send = trial.getByRole('button', { name: 'Send a test request' });
    await send.click();
    await expect(trial.getByRole('status')).toContainText(/^200in [\d,]+ ms$/);
    await expect(trial.getByRole('region', { name: 'response' })).toContainText('"total": 4.5');
    await expectPartAccessible(trial);
    await trial.getByRole('button', { name: 'Use this response as the schema' }).click();
    const schema = form.getByRole('textbox', { name: 'Response schema' });
    await expect(schema).toContainText('"total"');
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await expect(schema).not.toContainText('"total"');
    await trial.getByRole('button', { name: 'Use this response as the schema' }).click();
    await editor(page).save.click();
    await expect(editor(page).save).toHaveAttribute('aria-description', 'Everything is saved');
    expect((await stored(member)).steps[0]?.controls.values).toMatchObject({
      responseBodySchema: { type: 'object', properties: { order: { type: 'string' }, total: { type: 'number' } } },
    });

    vendor.behave({ status: 200, body: 'no JSON' });
    await send.click();
    const use = trial.getByRole('button', { name: 'Use this response as the schema' });
    await expect(use).toHaveAttribute('aria-description', 'The response is not JSON');
    await write(form.getByRole('textbox', { name: 'URL' }), 'http://127.0.0.2/');
    await send.click();
    await expect(trial.getByRole('alert')).toContainText('127.0.0.2 is a private address');
  } finally {
    await vendor.stop();
  }
});
