/**
 * Measures the cost of rendering a message: CPU time of this process, for 100 messages at the same time as in delivery,
 * and for single messages as in previews. `node bench/rendering.ts`
 */
import type { JsonObject } from '#lib/json/values.ts';
import { renderStep, type StepToRender } from '#lib/rendering/render-step.ts';

const ROUNDS = 9;
const TOGETHER = 100;

const text = (value: string, ...marks: string[]) => ({
  type: 'text',
  text: value,
  marks: marks.map((type) => ({ type })),
});
const BLOCKS = [
  { type: 'heading', attrs: { level: 2 }, content: [text('Order {{ payload.orderId }}')] },
  {
    type: 'paragraph',
    content: [
      text('Dear '),
      { type: 'variable', attrs: { id: 'payload.name', fallback: 'you' } },
      text(', your order is on its way and will reach you soon.', 'bold'),
    ],
  },
  { type: 'button', attrs: { text: 'Open', url: 'https://shop.example/orders/{{ payload.orderId }}' } },
  { type: 'image', attrs: { src: 'https://shop.example/{{ payload.orderId }}.png', alt: 'Parcel' } },
];
const document = (...content: object[]) => JSON.stringify({ type: 'doc', content });
const mail = (blocks: number) => ({
  subject: 'Order {{ payload.orderId }}',
  editorType: 'block',
  body: document(...Array.from({ length: blocks }, (_, at) => BLOCKS[at % BLOCKS.length] as object)),
});
const LAYOUT = {
  editorType: 'block',
  body: document(
    { type: 'paragraph', content: [{ type: 'variable', attrs: { id: 'content' } }] },
    { type: 'paragraph', content: [text('Sent to {{ subscriber.email }}')] },
  ),
};
const HTML = `<h1>Hi {{ payload.name }}</h1><p>Your order <b>{{ payload.orderId }}</b> is on its way.</p>
<p><a href="https://shop.example/orders/{{ payload.orderId }}">Open it</a></p>`;

const CASES: Record<string, Omit<StepToRender, 'variables'>> = {
  'SMS, one variable': { type: 'sms', controls: { body: 'Hi {{ payload.name }}, your parcel is here.' } },
  'in-app': {
    type: 'in_app',
    controls: {
      subject: 'Hi {{ payload.name }}',
      body: 'Your order <b>{{ payload.orderId }}</b> is here.',
      redirect: { url: '/orders/{{ payload.orderId }}', target: '_self' },
    },
  },
  'small HTML email': {
    type: 'email',
    controls: { subject: 'Order {{ payload.orderId }}', body: HTML, editorType: 'html' },
  },
  'block email, 4 blocks': { type: 'email', controls: mail(4) },
  'block email, 4 blocks in a layout': { type: 'email', controls: mail(4), layout: LAYOUT },
  'block email, 40 blocks': { type: 'email', controls: mail(40) },
};

console.log(
  `| CPU of one rendering in ms, best of ${ROUNDS} rounds | ${TOGETHER} at the same time | one after another |\n|---|---:|---:|`,
);
for (const [name, step] of Object.entries(CASES)) {
  const together = await cpuMs(() => Promise.all(steps(step).map(renderStep)));
  const alone = await cpuMs(async () => {
    for (const one of steps(step)) await renderStep(one);
  });
  console.log(`| ${name} | ${together.toFixed(3)} | ${alone.toFixed(3)} |`);
}

/** Returns steps that each have separate variables and controls, as they come from the database. */
function steps(step: Omit<StepToRender, 'variables'>): StepToRender[] {
  return Array.from({ length: TOGETHER }, (_, at) => ({ ...structuredClone(step), variables: variablesOf(at) }));
}

function variablesOf(at: number): JsonObject {
  const subscriber = { firstName: 'Jane', email: `jane-${at}@example.com`, timezone: 'Europe/Berlin', data: {} };
  return { subscriber, payload: { name: `Jane ${at}`, orderId: `o-${at}` }, steps: {}, workflow: {}, context: {} };
}

async function cpuMs(work: () => Promise<unknown>): Promise<number> {
  await work();
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const start = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(start);
    best = Math.min(best, (user + system) / 1000 / TOGETHER);
  }
  return best;
}
