import { expect, test } from 'vitest';
import type { JsonObject } from '#lib/json/values.ts';
import { STEPS } from '#lib/steps/index.ts';
import { previewData } from './preview-payload.ts';
import { sampleFor } from './sample-values.ts';

/** The preview data of a chat step with this body. */
const dataFor = (body: string, more: Partial<Parameters<typeof previewData>[0]> = {}) =>
  previewData({
    workflow: { payloadSchema: null },
    definition: STEPS.chat,
    controls: { body },
    earlier: [],
    given: {},
    ...more,
  });

test.each<[template: string, payload: JsonObject]>([
  ['no variables', {}],
  ['{{ payload.name }} {{ payload.user.home.city }}', { name: 'Jane Doe', user: { home: { city: 'Springfield' } } }],
  ['{{ payload["first name"] }}', { 'first name': 'first name' }],
  ['{{ payload.tags[1] }}', { tags: ['tags 1', 'tags 2', 'tags 3'] }],
  ['{% for tag in payload.tags %}{{ tag }}{% endfor %}', { tags: ['tags 1', 'tags 2', 'tags 3'] }],
  [
    '{% for a in payload.as %}{% for b in a.bs %}{{ b.c }}{% endfor %}{% endfor %}',
    { as: Array(3).fill({ bs: Array(3).fill({ c: 'c' }) }) },
  ],
  ['{{ payload.people | toSentence: "profile.name" }}', { people: Array(3).fill({ profile: { name: 'Jane Doe' } }) }],
  ['{{ payload.goods | map: "title" | join: "," }}', { goods: Array(3).fill({ title: 'title' }) }],
  [
    '{{ payload.words | join: "," }} {{ payload.list.size }}',
    { words: ['words 1', 'words 2', 'words 3'], list: ['list 1', 'list 2', 'list 3'] },
  ],
  ['{{ payload.n | plus: 1 }} {{ payload.unread | pluralize: "item" }}', { n: 3, unread: 3 }],
  [
    '{{ payload.sent | date: "%Y" }} {{ payload.createdAt }}',
    { sent: '2026-01-15T09:30:00.000Z', createdAt: '2026-01-15T09:30:00.000Z' },
  ],
  [
    '{{ payload.resetUrl }} {{ payload.email }} {{ payload.isPaid }}',
    { resetUrl: 'https://example.com', email: 'jane@example.com', isPaid: true },
  ],
  ['{% if payload.a %}{% elsif payload.b == payload.c %}{% endif %}', { a: 'a', b: 'b', c: 'c' }],
  ['{{ payload.__proto__.x }}{{ payload.constructor.y }}', { constructor: { y: 'y' } }],
  ['{{ payload.name', {}],
  // An unknown filter does not hide the other variables.
  [
    'A {{ payload.firstName | upcasee }} {% for x in payload.list %}{{ x.n }}{% endfor %}',
    { firstName: 'Jane', list: Array(3).fill({ n: 'n' }) },
  ],
])('%s', async (template, payload) => {
  expect((await dataFor(template)).payload).toEqual(payload);
});

test('a path of thousands of names has a sample of limited depth', () => {
  for (const kind of ['text', 'list', 'number'] as const) {
    const path = ['payload', ...Array<string>(30_000).fill('a')];
    const sample = JSON.stringify(sampleFor(['payload'], [{ path, kind }]));
    expect(sample.match(/\{/g)?.length).toBe(20);
  }
});

test('an earlier digest has events with the variables of the templates', async () => {
  const earlier = [{ stepId: 'collect', type: 'digest', controls: {} }] as const;
  const { steps } = await dataFor(
    '{% for event in steps.collect.events %}{{ event.payload.who }}{% endfor %}{{ steps.collect.events.first.payload.what }}{{ steps.collect.events[2].payload.when }}{{ payload.name }}',
    { earlier },
  );
  expect(steps).toMatchObject({
    collect: {
      eventCount: 3,
      events: Array(3).fill({ payload: { who: 'who', what: 'what', when: 'when', name: 'Jane Doe' } }),
    },
  });
});

test('the result of a request is an example of its schema', async () => {
  const responseBodySchema = {
    type: 'object',
    properties: { carrier: { type: 'string' }, eta: { type: 'string', format: 'date' } },
  };
  const { steps } = await dataFor('', {
    earlier: [{ stepId: 'ask', type: 'http_request', controls: { responseBodySchema } }],
  });
  expect(steps).toEqual({ ask: { carrier: 'Acme Express', eta: '2026-01-15' } });
});

test('given objects are merged into the sample; lists and other values are replaced', async () => {
  const { payload } = await dataFor('{{ payload.a.b }}{{ payload.a.c }}{{ payload.l[0].x }}', {
    given: { payload: { a: { b: 1 }, l: [], extra: null } },
  });
  expect(payload).toEqual({ a: { b: 1, c: 'c' }, l: [], extra: null });
});

test('templates of a block-editor body and of the layout are read too', async () => {
  const body = JSON.stringify({
    type: 'doc',
    content: [
      {
        type: 'repeat',
        attrs: { each: 'payload.items' },
        content: [{ type: 'paragraph', content: [{ type: 'variable', attrs: { id: 'current.title' } }] }],
      },
    ],
  });
  const { payload, subscriber } = await dataFor('', {
    definition: STEPS.email,
    controls: { subject: '{{ payload.topic }}', body, editorType: 'block' },
    layout: { editorType: 'html', body: '{{ content }}{{ subscriber.data.company }}' },
  });
  expect(payload).toEqual({ topic: 'topic', items: Array(3).fill({ title: 'title' }) });
  expect(subscriber.data).toEqual({ company: 'Acme' });
});

test('a template with a slow analysis has no variables', async () => {
  expect((await dataFor('{{ payload.a }}'.repeat(16_000))).payload).toEqual({});
});
