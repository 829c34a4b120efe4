import { database } from '#e2e/database.ts';
import { assertError } from '#e2e/error-answer.ts';
import { type Answer, type CallApi, caller, expect, parsed, test } from '#e2e/fixtures.ts';
import { blocks, createLayout, html, layoutBody, slot } from '#e2e/layouts.ts';
import { signedIn } from '#e2e/session.ts';
import type { Tenant } from '#e2e/tenant.ts';
import { createWorkflow } from '#e2e/workflow-rows.ts';
import { newId } from '#lib/id.ts';
import { Layout, LayoutPage, LayoutPreview, LayoutUsage, MAX_BODY_LENGTH } from '#lib/layouts/schema.ts';
import { leastElapsedTime } from '#testing/processor-time.ts';

const bodyField = 'controlValues.email.body';

async function list(call: CallApi, query = ''): Promise<LayoutPage> {
  return parsed(LayoutPage, await call('GET', `/v2/layouts${query}`));
}

async function defaultsOf(call: CallApi): Promise<string[]> {
  const { layouts } = await list(call, '?limit=100');
  return layouts.filter(({ isDefault }) => isDefault).map(({ layoutId }) => layoutId);
}

const mailStep = (controlValues: object) => ({ type: 'email', control_values: controlValues });
const usersOf = async (call: CallApi, layoutId: string) =>
  parsed(LayoutUsage, await call('GET', `/v2/layouts/${layoutId}/usage`)).workflows;

const etag = (answer: Answer) => answer.headers.get('etag');

test.describe('create', () => {
  test('has a neutral body, and makes the first layout the default', async ({ call }) => {
    const answer = await call('POST', '/v2/layouts', { body: layoutBody({ __source: 'dashboard', other: 1 }) });
    const first = parsed(Layout, answer, 201);
    expect(etag(answer)).toBe('"1"');
    expect(first).toMatchObject({
      name: 'House style',
      isDefault: true,
      isTranslationEnabled: false,
      workflowCount: 0,
    });
    expect(first).toMatchObject({ origin: 'svc-cloud', type: 'REGULAR', updatedBy: null, createdAt: first.updatedAt });
    expect(first.slug).toMatch(/^house-style_ly_[0-9A-Za-z]{16}$/);
    expect(first.controls.values.email).toMatchObject({ editorType: 'block' });
    expect(first.controls.uiSchema).toMatchObject({ group: 'LAYOUT' });
    expect(first.variables).toMatchObject({ properties: { content: { type: 'string' } } });
    const second = await createLayout(call, {
      controlValues: { email: { editorType: 'html' } },
      isTranslationEnabled: true,
    });
    expect(second).toMatchObject({ isDefault: false, isTranslationEnabled: true });
    expect(second.controls.values.email?.body).toContain('{{ content }}');
    for (const name of [first._id, first.layoutId, first.slug, first._id.toUpperCase()]) {
      const again = await call('GET', `/v2/layouts/${name}`);
      expect(parsed(Layout, again)).toEqual(first);
      expect(etag(again)).toBe('"1"');
    }
  });

  test('keeps the given body exactly', async ({ call }) => {
    const odd = `<!-- ü 🧀 -->\r\n<p style="color:red">\t{{  content  }}</p>{{ no.such | default: "x" }}`;
    for (const controlValues of [html(odd), blocks(slot, { type: 'unheard-of', attrs: { a: null } })]) {
      expect((await createLayout(call, { controlValues })).controls.values).toEqual(controlValues);
    }
  });

  test('an identifier is unique in an environment, also for concurrent requests', async ({ call, tenant }) => {
    const body = layoutBody();
    const answers = await Promise.all(Array.from({ length: 10 }, () => call('POST', '/v2/layouts', { body })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(9).fill(422)]);
    for (const answer of answers.filter(({ status }) => status === 422))
      assertError(answer, 422, 'taken', ['layoutId']);
    await createLayout(caller(`ApiKey ${tenant.productionApiKey}`), { layoutId: body.layoutId });
    expect((await call('DELETE', `/v2/layouts/${body.layoutId}`)).status).toBe(204);
    await createLayout(call, { layoutId: body.layoutId });
  });

  test('repeated requests with one idempotency key create one layout', async ({ call }) => {
    const options = { body: layoutBody(), headers: { 'idempotency-key': newId() } };
    const [first, again] = [await call('POST', '/v2/layouts', options), await call('POST', '/v2/layouts', options)];
    expect(again.text).toBe(first.text);
    expect((await list(call)).totalCount).toBe(1);
  });

  const wrong: [why: string, body: Record<string, unknown>, fields: string[]][] = [
    ['nothing', { name: undefined, layoutId: undefined }, ['layoutId', 'name']],
    ['an empty name', { name: ' ' }, ['name']],
    ['a name too long', { name: 'x'.repeat(256) }, ['name']],
    ['a name with NUL', { name: 'a\u0000b' }, ['name']],
    ['an empty identifier', { layoutId: '' }, ['layoutId']],
    ['an identifier with a slash', { layoutId: 'a/b' }, ['layoutId']],
    ['an identifier with a space', { layoutId: 'a b' }, ['layoutId']],
    ['an identifier that is a path', { layoutId: '..' }, ['layoutId']],
    ['an identifier of the form of an id', { layoutId: 'A'.repeat(24) }, ['layoutId']],
    ['an identifier of the form of a slug', { layoutId: 'a_ly_0000000000000001' }, ['layoutId']],
    ['an identifier too long', { layoutId: 'x'.repeat(256) }, ['layoutId']],
    [
      'an unknown editor',
      { controlValues: { email: { editorType: 'mjml', body: '{{ content }}' } } },
      ['controlValues.email.editorType'],
    ],
    ['a body that is not text', { controlValues: { email: { editorType: 'html', body: 3 } } }, [bodyField]],
    ['a body too long', { controlValues: html(`{{ content }}${'x'.repeat(MAX_BODY_LENGTH)}`) }, [bodyField]],
    ['no place for the content', { controlValues: html('<p>Hello</p>') }, [bodyField]],
    ['two places for the content', { controlValues: html('{{ content }}{{ content }}') }, [bodyField]],
    ['Liquid that cannot be read', { controlValues: html('{{ content }}{% if %}') }, [bodyField]],
    ['a filter that does not exist', { controlValues: html('{{ content }}{{ a | nofilter }}') }, [bodyField]],
    ['HTML as blocks', { controlValues: { email: { editorType: 'block', body: '{{ content }}' } } }, [bodyField]],
    ['blocks without a place', { controlValues: blocks({ type: 'paragraph' }) }, [bodyField]],
    ['blocks with two places', { controlValues: blocks(slot, slot) }, [bodyField]],
  ];
  test('an invalid field is named, and nothing is stored', async ({ call }) => {
    for (const [why, body, fields] of wrong) {
      const { errors } = assertError(await call('POST', '/v2/layouts', { body: layoutBody(body) }), 422, why, fields);
      for (const { messages } of Object.values(errors ?? {})) expect(messages.join(), why).toMatch(/\w{3}/);
    }
    expect((await list(call)).totalCount).toBe(0);
  });

  test('endless or deeply nested Liquid causes an error in little time', async ({ call }) => {
    const hostile = [
      `${'{% if a %}'.repeat(5000)}{{ content }}${'{% endif %}'.repeat(5000)}`,
      `{{ content }}{{ a${' | append: "x"'.repeat(10_000)} }}`,
      `{{ content }}${'{% for i in (1..999999999) %}'.repeat(50)}x${'{% endfor %}'.repeat(50)}`,
      `{{ content }}${'{{'.repeat(50_000)}`,
      JSON.stringify({
        type: 'doc',
        content: [slot, JSON.parse(`${'{"type":"section","content":['.repeat(150)}${']}'.repeat(150)}`)],
      }),
    ];
    for (const body of hostile) {
      const editorType = body.startsWith('{"type') ? 'block' : 'html';
      const saveAndPreview = async () => {
        const answer = await call('POST', '/v2/layouts', {
          body: layoutBody({ controlValues: { email: { editorType, body } } }),
        });
        expect([201, 422], answer.text.slice(0, 300)).toContain(answer.status);
        if (answer.status !== 201) return;
        const { layoutId } = answer.body as Layout;
        expect((await call('POST', `/v2/layouts/${layoutId}/preview`, { body: {} })).status).toBe(201);
      };
      expect(await leastElapsedTime(3_000, saveAndPreview)).toBeLessThan(3_000);
    }
  });
});

test.describe('list', () => {
  test('has no bodies, and can be searched, sorted and paged', async ({ call }) => {
    for (const [name, layoutId] of [
      ['Béta 100%', 'two'],
      ['alpha', 'One_1'],
      ['Gamma', 'three'],
    ]) {
      await createLayout(call, { name, layoutId });
    }
    await call('PUT', '/v2/layouts/two', { body: { name: 'Béta 100%', isTranslationEnabled: true } });
    const names = async (query: string) => (await list(call, query)).layouts.map(({ layoutId }) => layoutId);
    expect(await names('')).toEqual(['three', 'One_1', 'two']);
    expect(await names('?orderBy=createdAt&orderDirection=ASC')).toEqual(['two', 'One_1', 'three']);
    expect(await names('?orderBy=name&orderDirection=ASC')).toEqual(['One_1', 'two', 'three']);
    expect(await names('?orderBy=updatedAt')).toEqual(['two', 'three', 'One_1']);
    expect(await names('?query=GAMMA')).toEqual(['three']);
    expect(await names('?query=one_')).toEqual(['One_1']);
    expect(await names('?query=100%25')).toEqual(['two']);
    expect(await names('?query=nothing')).toEqual([]);
    const page = await list(call, '?limit=1&offset=1&orderBy=name&orderDirection=ASC');
    expect(page).toMatchObject({ totalCount: 3, layouts: [{ layoutId: 'two' }] });
    expect(page.layouts[0]?.controls.values, 'a list leaves the content out').toEqual({});
    for (const query of ['?limit=0', '?limit=101', '?offset=-1', '?orderBy=body', '?orderDirection=asc']) {
      assertError(await call('GET', `/v2/layouts${query}`), 422, query);
    }
  });
});

test.describe('update', () => {
  test('changes name and body; absent and null fields stay', async ({ call }) => {
    const made = await createLayout(call, { controlValues: html('a {{ content }}'), isTranslationEnabled: true });
    const path = `/v2/layouts/${made.slug}`;
    for (const controlValues of [undefined, null, {}]) {
      const renamed = parsed(Layout, await call('PUT', path, { body: { name: 'Renamed', controlValues } }));
      expect(renamed.controls.values).toEqual(html('a {{ content }}'));
      expect(renamed).toMatchObject({
        _id: made._id,
        layoutId: made.layoutId,
        name: 'Renamed',
        isTranslationEnabled: true,
      });
    }
    const changed = parsed(Layout, await call('PUT', path, { body: { name: 'Renamed', controlValues: blocks(slot) } }));
    expect(changed.controls.values).toEqual(blocks(slot));
    expect(changed.isDefault).toBe(true);
    expect(changed.updatedAt > made.updatedAt).toBe(true);
    assertError(await call('PUT', path, { body: {} }), 422, 'no name', ['name']);
    assertError(await call('PUT', path, { body: { name: 'x', controlValues: html('none') } }), 422, 'no slot', [
      bodyField,
    ]);
    expect(parsed(Layout, await call('GET', path))).toEqual(changed);
  });

  test('a stale If-Match is 412 with the author of the change; without it the last save wins', async ({
    call,
    tenant,
  }) => {
    const made = await call('POST', '/v2/layouts', { body: layoutBody() });
    const path = `/v2/layouts/${(made.body as Layout)._id}`;
    const ifMatch = (tag: string | null) => ({ headers: { 'if-match': tag ?? '' } });
    const person = await signedIn(tenant, 'developer');
    const second = await person.call('PUT', path, { body: { name: 'Theirs' }, ...ifMatch(etag(made)) });
    expect(second.status).toBe(200);
    expect(etag(second)).toBe('"2"');
    for (const method of ['PUT', 'DELETE']) {
      const stale = await call(method, path, {
        ...(method === 'PUT' && { body: { name: 'Mine' } }),
        ...ifMatch(etag(made)),
      });
      expect(stale.status).toBe(412);
      expect(stale.body).toMatchObject({
        code: 'precondition_failed',
        currentVersion: 2,
        changedBy: { label: `${person.userId}@example.com`, _id: person.userId },
        changedAt: (second.body as Layout).updatedAt,
      });
    }
    expect((await call('PUT', path, { body: { name: 'Mine' } })).status).toBe(200);
    expect((await call('PUT', path, { body: { name: 'Same' }, ...ifMatch('"3"') })).status).toBe(200);
    expect((await call('PUT', path, { body: { name: 'Same' }, ...ifMatch('*') })).status).toBe(200);
    const last = await call('PUT', path, { body: { name: 'x' }, ...ifMatch('"2"') });
    expect(last.body, 'equal content is not a version').toMatchObject({
      currentVersion: 4,
      changedBy: { label: 'An API key' },
    });
    expect((await call('DELETE', path, ifMatch('"4"'))).status).toBe(204);
  });

  test('one of two simultaneous saves of a version succeeds', async ({ call }) => {
    const { _id } = await createLayout(call);
    const save = () => call('PUT', `/v2/layouts/${_id}`, { body: { name: 'x' }, headers: { 'if-match': '"1"' } });
    const answers = await Promise.all(Array.from({ length: 8 }, save));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(412)]);
  });
});

test.describe('the default layout', () => {
  test('can be changed, and there is exactly one, even after concurrent changes', async ({ call }) => {
    const made = await Promise.all(Array.from({ length: 6 }, () => createLayout(call)));
    expect(await defaultsOf(call)).toHaveLength(1);
    for (let round = 0; round < 3; round++) {
      const answers = await Promise.all(made.map(({ _id }) => call('POST', `/v2/layouts/${_id}/set-default`)));
      for (const answer of answers) expect(parsed(Layout, answer).isDefault).toBe(true);
      expect(await defaultsOf(call)).toHaveLength(1);
    }
    const [first] = made;
    await call('POST', `/v2/layouts/${first?.slug}/set-default`);
    expect(await defaultsOf(call)).toEqual([first?.layoutId]);
  });

  test('keeps its version if another becomes the default, so that no save becomes stale', async ({ call }) => {
    const [one, two] = [await createLayout(call), await createLayout(call)];
    const moved = await call('POST', `/v2/layouts/${two._id}/set-default`);
    expect(etag(moved)).toBe('"1"');
    expect(etag(await call('GET', `/v2/layouts/${one._id}`))).toBe('"1"');
  });

  test('cannot be deleted before another one is the default, unless it is the last', async ({ call }) => {
    const [one, two] = [await createLayout(call), await createLayout(call)];
    const error = assertError(await call('DELETE', `/v2/layouts/${one._id}`), 400, 'default');
    expect(error.message).toMatch(/default/);
    await call('POST', `/v2/layouts/${two._id}/set-default`);
    expect((await call('DELETE', `/v2/layouts/${one._id}`)).status).toBe(204);
    expect((await call('DELETE', `/v2/layouts/${two._id}`)).status).toBe(204);
    assertError(await call('GET', `/v2/layouts/${two._id}`), 404, 'gone');
    expect((await list(call)).totalCount).toBe(0);
    expect((await createLayout(call)).isDefault).toBe(true);
  });

  test('exists after a simultaneous deletion and change of the default', async ({ call }) => {
    for (let round = 0; round < 5; round++) {
      const [one, two] = [await createLayout(call), await createLayout(call)];
      await call('POST', `/v2/layouts/${one._id}/set-default`);
      const [set, gone] = await Promise.all([
        call('POST', `/v2/layouts/${two._id}/set-default`),
        call('DELETE', `/v2/layouts/${two._id}`),
      ]);
      // Either the layout is deleted first and cannot become the default, or it is the default and cannot be deleted.
      expect([
        [200, 400],
        [404, 204],
      ]).toContainEqual([set.status, gone.status]);
      expect(await defaultsOf(call)).toHaveLength(1);
    }
  });
});

test.describe('use', () => {
  test('is found by every form of the layout’s name, and for the default layout by a missing name', async ({
    call,
    tenant,
  }) => {
    const [house, other] = [await createLayout(call), await createLayout(call, { name: 'Other' })];
    const steps: [string, object][] = [
      ['A by id', { layoutId: other._id }],
      ['B by identifier', { layoutId: other.layoutId }],
      ['C by slug', { layoutId: other.slug }],
      ['D by default', {}],
      ['E by an empty name', { layoutId: '' }],
      ['F none', { layoutId: null }],
      ['G of none', { layoutId: 'nope' }],
    ];
    for (const [name, controls] of steps) {
      await createWorkflow(tenant, { name, identifier: name.slice(0, 1) }, [mailStep(controls), { type: 'sms' }]);
    }
    await createWorkflow(tenant, { name: 'H deleted', deleted_at: new Date() }, [mailStep({ layoutId: other._id })]);
    await createWorkflow(tenant, { name: 'I both', identifier: 'I' }, [
      mailStep({ layoutId: other._id }),
      mailStep({}),
    ]);
    expect(await usersOf(call, house._id)).toEqual([
      { name: 'D by default', workflowId: 'D', named: false },
      { name: 'E by an empty name', workflowId: 'E', named: false },
      { name: 'I both', workflowId: 'I', named: false },
    ]);
    const names = ['A by id', 'B by identifier', 'C by slug', 'I both'];
    expect(await usersOf(call, other._id)).toEqual(
      names.map((name) => ({ name, workflowId: name.slice(0, 1), named: true })),
    );
    const { layouts } = await list(call);
    expect(layouts.map(({ workflowCount }) => workflowCount)).toEqual([4, 3]);
    const error = assertError(await call('DELETE', `/v2/layouts/${other._id}`), 400, 'in use');
    expect(error.message).toContain('4 workflows use this layout: "A by id", "B by identifier"');
    expect(error).toMatchObject({ workflows: names.map((name) => ({ name, workflowId: name.slice(0, 1) })) });
  });

  test('as the default does not prevent the deletion of the last layout', async ({ call, tenant }) => {
    const { _id } = await createLayout(call);
    await createWorkflow(tenant, {}, [mailStep({})]);
    expect((await call('DELETE', `/v2/layouts/${_id}`)).status).toBe(204);
  });
});

test.describe('duplicate', () => {
  test('copies the body under a separate name, never as the default', async ({ call }) => {
    const source = await createLayout(call, {
      controlValues: html('<i>{{ content }}</i>'),
      isTranslationEnabled: true,
    });
    const path = `/v2/layouts/${source._id}/duplicate`;
    const copy = parsed(Layout, await call('POST', path, { body: { name: 'Copy', layoutId: 'copy' } }), 201);
    expect(copy).toMatchObject({ name: 'Copy', layoutId: 'copy', isDefault: false, isTranslationEnabled: true });
    expect(copy.controls.values).toEqual(source.controls.values);
    const named = parsed(Layout, await call('POST', path, { body: { name: 'Größe & mehr' } }), 201);
    expect(named.layoutId).toMatch(/^grosse-mehr-[0-9a-f]{6}$/);
    assertError(await call('POST', path, { body: { name: 'Copy', layoutId: 'copy' } }), 422, 'taken', ['layoutId']);
    assertError(await call('POST', path, { body: {} }), 422, 'no name', ['name']);
  });
});

test.describe('preview', () => {
  const preview = async (call: CallApi, layoutId: string, body: object = {}) =>
    parsed(LayoutPreview, await call('POST', `/v2/layouts/${layoutId}/preview`, { body }), 201);

  test('shows an example email in the stored or the edited layout, and stores nothing', async ({ call }) => {
    const made = await createLayout(call, {
      controlValues: html('<h6>Stored</h6>{{ content }}<p>{{ subscriber.firstName }}</p>'),
    });
    const { result, previewPayloadExample, schema } = await preview(call, made.slug);
    expect(result.error).toBeUndefined();
    expect(result.preview.body).toMatch(/<h6>Stored<\/h6>.*Your order is on its way.*<p>Jane<\/p>/s);
    expect(result.preview.text).toContain('Your order is on its way');
    expect(previewPayloadExample.subscriber).toMatchObject({ firstName: 'Jane' });
    expect(schema).toHaveProperty('properties.subscriber.properties.firstName');
    const written = await preview(call, made._id, { controlValues: html('<h6>Written</h6>{{ content }}') });
    expect(written.result.preview.body).toContain('<h6>Written</h6>');
    const block = await preview(call, made._id, {
      controlValues: blocks({ type: 'heading', content: [{ type: 'text', text: 'Block' }] }, slot),
    });
    expect(block.result.preview.body).toMatch(/Block<\/h1>.*on its way/s);
    expect(parsed(Layout, await call('GET', `/v2/layouts/${made._id}`))).toEqual(made);
  });

  test('shows the fields of a real subscriber as text', async ({ call }) => {
    await call('POST', '/v2/subscribers', { body: { subscriberId: 'ann', firstName: '<b>Ann</b>' } });
    const { _id } = await createLayout(call, {
      controlValues: html('{{ content }}<p>{{ subscriber.firstName }} {{ subscriber.lastName }}</p>'),
    });
    const { result } = await preview(call, _id, {
      previewPayload: { subscriber: { subscriberId: 'ann', lastName: 'Lee' } },
    });
    expect(result.preview.body).toContain('&lt;b&gt;Ann&lt;/b&gt; Lee');
  });

  test('a rendering problem is returned, not thrown', async ({ call }) => {
    const { _id } = await createLayout(call);
    for (const body of [
      'no slot',
      '{{ content }}{% if %}',
      '{{ content }}{{ content }}',
      '{{ content }}{{ "x" | nofilter }}',
    ]) {
      const { result } = await preview(call, _id, { controlValues: html(body) });
      expect(result.error?.message, body).toMatch(/\w{3}/);
    }
    const { result } = await preview(call, _id, {
      controlValues: html('{{ content }}<script>alert(1)</script><p onclick="x()">p</p>'),
    });
    expect(result.preview.body).not.toMatch(/script|onclick/);
  });
});

test.describe('permissions', () => {
  test('support sees layouts and changes none', async ({ call, tenant }) => {
    const { _id } = await createLayout(call);
    const person = await signedIn(tenant, 'support');
    for (const [method, path, body] of attempts(_id)) {
      const answer = await person.call(method, path, { ...(body && { body }) });
      if (method === 'GET' || path.endsWith('/preview')) expect(answer.status, path).toBeLessThan(300);
      else expect(assertError(answer, 403, `${method} ${path}`).message).toContain('may change workflows');
    }
  });

  test('a layout of another environment is not found by any name', async ({ call, tenant }) => {
    const made = await createLayout(call);
    const elsewhere = caller(`ApiKey ${tenant.productionApiKey}`);
    await createLayout(elsewhere);
    for (const name of [made._id, made.layoutId, made.slug]) {
      for (const [method, path, body] of attempts(name)) {
        assertError(await elsewhere(method, path, { ...(body && { body }) }), 404, `${method} ${path}`);
      }
    }
    expect((await list(elsewhere)).totalCount).toBe(1);
    expect(parsed(Layout, await call('GET', `/v2/layouts/${made._id}`))).toEqual(made);
  });

  const attempts = (name: string): [method: string, path: string, body?: object][] => [
    ['GET', `/v2/layouts/${name}`],
    ['GET', `/v2/layouts/${name}/usage`],
    ['PUT', `/v2/layouts/${name}`, { name: 'x' }],
    ['POST', `/v2/layouts/${name}/duplicate`, { name: 'x' }],
    ['POST', `/v2/layouts/${name}/preview`, {}],
    ['POST', `/v2/layouts/${name}/set-default`],
    ['DELETE', `/v2/layouts/${name}`],
  ];
});

test.describe('audit', () => {
  const actions = async ({ environmentId }: Tenant) => {
    const { rows } = await database().query(
      `SELECT action, resource_id, before->>'name' AS before, after->>'name' AS after, after->>'isDefault' AS "isDefault"
       FROM audit_log WHERE environment_id = $1 AND resource_type = 'layouts' ORDER BY id`,
      [environmentId],
    );
    return rows;
  };

  test('records every change of every caller with before and after, but no save without changes', async ({
    call,
    tenant,
  }) => {
    const one = await createLayout(call, { name: 'One' });
    const path = `/v2/layouts/${one._id}`;
    const copy = parsed(Layout, await call('POST', `${path}/duplicate`, { body: { name: 'Two' } }), 201);
    await call('PUT', path, { body: { name: 'Uno' } });
    await call('POST', `${path}/set-default`);
    await call('POST', `/v2/layouts/${copy._id}/set-default`);
    assertError(await call('PUT', path, { body: { name: 'x' }, headers: { 'if-match': '"1"' } }), 412, 'stale');
    await call('POST', `${path}/preview`, { body: {} });
    await call('DELETE', path);
    expect(await actions(tenant)).toEqual([
      { action: 'layouts.create', resource_id: one._id, before: null, after: 'One', isDefault: 'true' },
      { action: 'layouts.duplicate', resource_id: copy._id, before: null, after: 'Two', isDefault: 'false' },
      { action: 'layouts.update', resource_id: one._id, before: 'One', after: 'Uno', isDefault: 'true' },
      { action: 'layouts.setDefault', resource_id: copy._id, before: 'Two', after: 'Two', isDefault: 'true' },
      { action: 'layouts.delete', resource_id: one._id, before: 'Uno', after: null, isDefault: null },
    ]);
  });

  test('a layout contains the author of its last change', async ({ call, tenant }) => {
    const { _id } = await createLayout(call);
    const person = await signedIn(tenant, 'developer');
    const changed = parsed(Layout, await person.call('PUT', `/v2/layouts/${_id}`, { body: { name: 'x' } }));
    expect(changed.updatedBy).toEqual({ _id: person.userId, firstName: 'Test', lastName: 'Person', externalId: null });
    const byKey = parsed(Layout, await call('PUT', `/v2/layouts/${_id}`, { body: { name: 'y' } }));
    expect(byKey.updatedBy).toBeNull();
  });
});
