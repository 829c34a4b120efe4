import { analyseWorkflow } from '#lib/analyser/analyse.ts';
import type { WorkflowStepType } from '#lib/steps/index.ts';
import { type Timing, timing } from './timing.ts';

const STEPS = 20;
const VARIABLES = 50;

/** Analyses workflows that no earlier run has analysed, so that no result is cached. */
export async function measureAnalyser(): Promise<Timing[]> {
  const size = `${STEPS} steps × ${VARIABLES} variables`;
  let run = 0;
  return [
    await timing({ name: `analyse ${size}`, underMs: 20 }, () => analyseWorkflow(workflow(run++, ''), [])),
    await timing({ name: `analyse ${size}, all illegal`, underMs: 20 }, () =>
      analyseWorkflow(workflow(run++, 'x'), []),
    ),
  ];
}

const TYPES: WorkflowStepType[] = ['email', 'in_app', 'sms', 'push', 'chat'];
const numbers = Array.from({ length: VARIABLES }, (_, at) => at);
const PROPERTIES = Object.fromEntries(numbers.map((at) => [`field_${at}`, { type: 'string' }]));

const PAYLOAD_SCHEMA = {
  type: 'object',
  properties: {
    ...PROPERTIES,
    customer: { $ref: '#/$defs/customer' },
    items: { type: 'array', items: { type: 'object', properties: PROPERTIES } },
  },
  $defs: { customer: { type: 'object', properties: PROPERTIES } },
};

/** Returns a workflow that no other run has. @param wrong the text that is appended to each name. */
function workflow(run: number, wrong: string) {
  const steps = Array.from({ length: STEPS }, (_, at) => {
    const type = TYPES[at % TYPES.length] as WorkflowStepType;
    const body = numbers
      .map((field) => `<p>${run}: {{ payload.${PLACES[field % 3]}field_${field}${wrong} | upcase }}</p>`)
      .join('\n');
    const subject = type === 'email' || type === 'in_app' || type === 'push' ? { subject: `Order ${run}` } : {};
    return {
      stepId: `step-${at}`,
      type,
      controls: { ...subject, body, ...(type === 'email' && { editorType: 'html' }) },
    };
  });
  return { active: true, payloadSchema: PAYLOAD_SCHEMA, steps };
}

const PLACES = ['', 'customer.', 'items[0].'];
