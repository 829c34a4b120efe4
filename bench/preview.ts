import { renderStep } from '#lib/rendering/render-step.ts';
import { type Timing, timing } from './timing.ts';

/** A typical email: forty blocks with variables, a list of ten items, columns and buttons, in a separate layout. */
const MAIL = {
  subject: '{{ payload.order.id }} is on its way, {{ subscriber.firstName | default: "friend" }}',
  editorType: 'block',
  body: document([
    ...Array.from({ length: 15 }, (_, at) => [
      heading(`Part ${at} for {{ subscriber.firstName | upcase }}`),
      paragraph(
        `Your order {{ payload.order.id }} of {{ payload.order.date | date: "%d %B %Y" }} costs {{ payload.order.total | round: 2 }}. `.repeat(
          2,
        ),
      ),
    ]).flat(),
    {
      type: 'repeat',
      attrs: { each: 'payload.order.items' },
      content: [
        columns(
          paragraph('{{ current.title }}'),
          paragraph('{% if current.price > 10 %}{{ current.price }}{% else %}free{% endif %}'),
        ),
      ],
    },
    {
      type: 'button',
      attrs: { text: 'Track {{ payload.order.id }}', url: 'https://example.com/{{ payload.order.id }}' },
    },
    { type: 'image', attrs: { src: 'https://example.com/a.png', alt: 'Parcel' } },
    {
      type: 'section',
      attrs: { backgroundColor: '#f3f4f6', padding: 24 },
      content: [paragraph('{{ payload.order.items | toSentence: "title", 3 }}')],
    },
  ]),
};

const LAYOUT = {
  editorType: 'block',
  body: document([
    { type: 'image', attrs: { src: 'https://example.com/logo.png', alt: 'Logo', width: 120 } },
    { type: 'paragraph', content: [{ type: 'variable', attrs: { id: 'content' } }] },
    { type: 'horizontalRule' },
    paragraph('Sent to {{ subscriber.email }}'),
  ]),
};

const PAYLOAD = {
  order: {
    id: 'A-1017',
    date: '2026-03-05T14:07:09Z',
    total: 119.5,
    items: Array.from({ length: 10 }, (_, at) => ({ title: `Item ${at}`, price: at * 3 })),
  },
};

/** Measures rendering alone, and the whole request for the step of a stored workflow with a layout. */
export async function measurePreview(origin: string, apiKey: string): Promise<Timing[]> {
  const variables = { subscriber: { firstName: 'Jane', email: 'jane@example.com' }, payload: PAYLOAD };
  const rendering = await timing({ name: 'render a block email in its layout', underMs: 30 }, async () => {
    const { problem } = await renderStep({ type: 'email', controls: MAIL, layout: LAYOUT, variables });
    if (problem) throw new Error(problem.message);
  });
  const call = caller(origin, apiKey);
  const stamp = Date.now();
  const layout = await call('POST', '/v2/layouts', { name: `Bench ${stamp}`, layoutId: `bench-${stamp}` });
  await call('PUT', `/v2/layouts/${layout._id}`, { name: `Bench ${stamp}`, controlValues: { email: LAYOUT } });
  const steps = [
    { name: 'Collect', type: 'digest', controlValues: { type: 'regular', amount: 1, unit: 'hours' } },
    { name: 'Mail', stepId: 'mail', type: 'email', controlValues: { ...MAIL, layoutId: layout._id } },
  ];
  const workflow = await call('POST', '/v2/workflows', { name: 'Bench', workflowId: `bench-preview-${stamp}`, steps });
  const request = await timing(
    { name: 'preview of a block email in its layout, one client', underMs: 30 },
    async () => {
      const { result } = await call('POST', `/v2/workflows/${workflow._id}/steps/mail/preview`, {
        previewPayload: { payload: PAYLOAD },
      });
      if (result.error) throw new Error(result.error.message);
    },
  );
  await call('DELETE', `/v2/workflows/${workflow._id}`);
  return [rendering, request];
}

function caller(origin: string, apiKey: string) {
  return async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${origin}/api${path}`, {
      method,
      headers: { authorization: `ApiKey ${apiKey}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`);
    return text === '' ? undefined : JSON.parse(text);
  };
}

function document(content: object[]): string {
  return JSON.stringify({ type: 'doc', content });
}

function heading(text: string): object {
  return { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text }] };
}

function paragraph(text: string): object {
  return { type: 'paragraph', content: [{ type: 'text', text }] };
}

function columns(...content: object[]): object {
  return { type: 'columns', content: content.map((block) => ({ type: 'column', content: [block] })) };
}
