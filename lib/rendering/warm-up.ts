import { setImmediate } from 'node:timers/promises';
import type { JsonObject } from '#lib/json/values.ts';
import type { WorkflowStepType } from '#lib/steps/index.ts';
import { WORKFLOW_STEP_TYPES } from '#lib/steps/type-names.ts';
import type { LayoutBody } from './mail.ts';

/**
 * Renders typical steps a few times at the start of the process. Code is compiled on its first run, and the time of
 * that compilation must not count against the time limit of a customer's template. The event loop runs between the
 * renderings.
 */
export async function warmUp(render: (step: Sample) => unknown): Promise<void> {
  warming ??= warm(render);
  await warming;
}

interface Sample {
  type: WorkflowStepType;
  controls: JsonObject;
  variables: JsonObject;
  layout: LayoutBody;
}

let warming: Promise<void> | undefined;

async function warm(render: (step: Sample) => unknown): Promise<void> {
  for (const type of TYPES) {
    render({ type, controls: CONTROLS, variables: VARIABLES, layout: LAYOUT });
    await setImmediate();
  }
}

const TYPES: readonly WorkflowStepType[] = ['email', 'email', 'email', ...WORKFLOW_STEP_TYPES];

const VARIABLES = {
  payload: { name: 'a', date: '2026-01-15T09:30:00Z', items: Array.from({ length: 8 }, () => ({ n: 1 })) },
};

const text = {
  type: 'text',
  text: 'a {{ payload.name | default: "b" | upcase }} {% if payload.items.size > 1 %}c{% endif %}',
  marks: [{ type: 'bold' }],
};
const paragraph = {
  type: 'paragraph',
  content: [text, { type: 'variable', attrs: { id: 'payload.name', fallback: 'x' } }],
};
const dated = {
  type: 'heading',
  attrs: { level: 1 },
  content: [{ type: 'text', text: '{{ payload.date | date: "%d %B %Y" }}' }],
};

const BLOCKS = [
  dated,
  paragraph,
  {
    type: 'repeat',
    attrs: { each: 'payload.items' },
    content: [{ type: 'columns', content: [{ type: 'column', content: [paragraph] }] }],
  },
  {
    type: 'section',
    attrs: { backgroundColor: '#eee' },
    content: [{ type: 'button', attrs: { text: 'a', url: 'https://example.com/{{ payload.name }}' } }],
  },
  { type: 'image', attrs: { src: 'https://example.com/a.png', alt: 'a', externalLink: 'https://example.com' } },
  { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph] }] },
];

const CONTROLS = {
  subject: '{{ payload.name }}',
  body: JSON.stringify({ type: 'doc', content: [...BLOCKS, ...BLOCKS, ...BLOCKS] }),
  editorType: 'block',
  type: 'timed',
  cron: '0 9 * * *',
};

const LAYOUT = {
  editorType: 'block',
  body: JSON.stringify({ type: 'doc', content: [paragraph, { type: 'variable', attrs: { id: 'content' } }] }),
};
