import { randomBytes } from 'node:crypto';
import { expect } from '@playwright/test';
import { type Client, clientOf, type Errors, errorsIn, packages, type Version } from '#e2e/client/clients.ts';
import { test } from '#e2e/client/named-service.ts';
import { createWorkflow } from '#e2e/workflow-rows.ts';

test.describe.configure({ mode: 'default' });

const email = { editorType: 'html', body: '<h6>House</h6>{{ content }}' } as const;

for (const version of Object.keys(packages) as Version[]) {
  test.describe(`the official client ${version}`, () => {
    let client: Client;
    let errors: Errors;
    test.beforeEach(({ service, tenant }) => {
      client = clientOf(version, service.url, tenant.apiKey);
      errors = errorsIn(version);
    });

    const create = async (name = 'House style') => {
      const layoutId = `house-${randomBytes(6).toString('hex')}`;
      return (await client.layouts.create({ layoutId, name })).result;
    };

    test('creates a layout, and gets it by each of its names', async () => {
      const made = await create();
      expect(made).toMatchObject({ name: 'House style', isDefault: true, type: 'REGULAR', origin: 'novu-cloud' });
      expect(made.controls.values.email).toMatchObject({ editorType: 'block' });
      for (const name of [made.id, made.layoutId, made.slug]) {
        expect((await client.layouts.retrieve(name)).result).toEqual(made);
      }
    });

    test('lists layouts in every order, searched and by page', async () => {
      const made = [await create('Beta'), await create('Alpha'), await create('Gamma')];
      for (const orderBy of ['createdAt', 'updatedAt', 'name'] as const) {
        for (const orderDirection of ['ASC', 'DESC'] as const) {
          const { result } = await client.layouts.list({ orderBy, orderDirection, limit: 2, offset: 1 });
          expect(result.totalCount).toBe(3);
          expect(result.layouts).toHaveLength(2);
        }
      }
      const { result } = await client.layouts.list({ query: 'alph' });
      expect(result.layouts.map(({ id }) => id)).toEqual([made[1]?.id]);
    });

    test('updates HTML, blocks, or only the name of a layout', async () => {
      const { id } = await create();
      const written = await client.layouts.update({ name: 'Written', controlValues: { email } }, id);
      expect(written.result).toMatchObject({ name: 'Written', controls: { values: { email } } });
      const slot = { type: 'paragraph', content: [{ type: 'variable', attrs: { id: 'content' } }] };
      const block = { editorType: 'block', body: JSON.stringify({ type: 'doc', content: [slot] }) } as const;
      await client.layouts.update({ name: 'Blocks', controlValues: { email: block } }, id);
      for (const controlValues of [null, undefined]) {
        const { result } = await client.layouts.update({ name: 'Renamed', controlValues }, id);
        expect(result).toMatchObject({ name: 'Renamed', controls: { values: { email: block } } });
      }
    });

    test('duplicates a layout and deletes the copy', async () => {
      const { id } = await create();
      const copy = (await client.layouts.duplicate({ name: 'Copy', layoutId: 'copy' }, id)).result;
      expect(copy).toMatchObject({ name: 'Copy', layoutId: 'copy', isDefault: false });
      await client.layouts.delete(copy.id);
      await expect(client.layouts.retrieve(copy.id)).rejects.toBeInstanceOf(errors.ErrorDto);
      expect((await client.layouts.list({})).result.totalCount).toBe(1);
    });

    test('lists the uses of a layout', async ({ tenant }) => {
      const { id } = await create();
      await createWorkflow(tenant, { name: 'Order shipped', identifier: 'order-shipped' });
      const { result } = await client.layouts.usage(id);
      expect(result.workflows).toEqual([{ name: 'Order shipped', workflowId: 'order-shipped' }]);
    });

    test('previews the stored layout and an edited one', async () => {
      const { id } = await create();
      const stored = (await client.layouts.generatePreview({}, id)).result;
      expect(stored.result).toMatchObject({ type: 'email' });
      expect(stored.result.preview?.body).toContain('<');
      const controlValues = { email: { ...email, body: `${email.body}{{ subscriber.firstName }}` } };
      const previewPayload = { subscriber: { firstName: 'Ann' } };
      const written = (await client.layouts.generatePreview({ controlValues, previewPayload }, id)).result;
      expect(written.result.preview?.body).toMatch(/<h6>House<\/h6>.*Ann/s);
      expect(written.previewPayloadExample.subscriber?.firstName).toBe('Ann');
    });

    test('has a typed error for each rejection', async () => {
      const { id, layoutId } = await create();
      await create();
      const bad = { ...email, body: 'no place for the content' };
      const cases: [call: () => Promise<unknown>, kind: new (...rest: never[]) => Error][] = [
        [() => client.layouts.create({ layoutId, name: 'Again' }), errors.ValidationErrorDto],
        [() => client.layouts.create({ layoutId: 'a b', name: '' }), errors.ValidationErrorDto],
        [() => client.layouts.update({ name: 'x', controlValues: { email: bad } }, id), errors.ValidationErrorDto],
        [() => client.layouts.duplicate({ name: 'x', layoutId }, id), errors.ValidationErrorDto],
        [() => client.layouts.delete(id), errors.ErrorDto],
        [() => client.layouts.retrieve('nope'), errors.ErrorDto],
        [() => client.layouts.usage('nope'), errors.ErrorDto],
        [() => client.layouts.generatePreview({}, 'nope'), errors.ErrorDto],
      ];
      for (const [n, [call, kind]] of cases.entries()) {
        expect(await call().catch((error) => error), `case ${n}`).toBeInstanceOf(kind);
      }
    });
  });
}
