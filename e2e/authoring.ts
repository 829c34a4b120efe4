import { randomBytes } from 'node:crypto';
import { Workflow } from '#lib/workflows/schema.ts';
import { type Answer, type CallApi, caller, expect, parsed } from './fixtures.ts';
import { TEN_STEPS } from './ten-steps.ts';
import { createApiKey } from './tenant.ts';

/** Creates a workflow through the API; `body` overrides. It is active and has one step, a complete email. */
export async function authorWorkflow(call: CallApi, body: Record<string, unknown> = {}): Promise<Workflow> {
  const answer = await call('POST', '/v2/workflows', { body: workflowBody(body) });
  return parsed(Workflow, answer, 201);
}

/** Creates an integration for SMS in sandbox mode through the API. */
export async function authorSmsSandbox(call: CallApi): Promise<void> {
  const body = { name: 'Texts', providerId: 'twilio', channel: 'sms', active: true, sandbox: true, credentials: {} };
  expect((await call('POST', '/v1/integrations', { body })).status).toBe(201);
}

/** Returns a caller with a key that may copy workflows into other environments. */
export async function publisherOf(environmentId: string): Promise<CallApi> {
  return caller(`ApiKey ${await createApiKey(environmentId, { can_publish: true })}`);
}

/** Returns the body of a complete workflow with a unique identifier. */
export function workflowBody(body: Record<string, unknown> = {}) {
  return {
    name: 'Order shipped',
    workflowId: `order-shipped-${randomBytes(6).toString('hex')}`,
    active: true,
    steps: [
      {
        name: 'Mail',
        type: 'email',
        controlValues: { subject: 'On its way', body: '<p>Hello</p>', editorType: 'html' },
      },
    ],
    ...body,
  };
}

/** Returns a layer of preferences. */
export const layer = (enabled: boolean, readOnly: boolean) => ({
  all: { enabled, readOnly },
  channels: { email: { enabled: false }, in_app: { enabled: true } },
});

/** Returns a body with every field that a caller can set, and all step types. */
export const everything = () =>
  workflowBody({
    name: 'Alles über „Käse“ 🧀',
    description: 'First line\nsecond line',
    tags: ['orders', 'größe', 'A B'],
    active: true,
    validatePayload: true,
    payloadSchema: {
      type: 'object',
      properties: { orderId: { type: 'string' }, 'a.b': { type: 'number' } },
      required: ['orderId'],
    },
    isTranslationEnabled: true,
    severity: 'high',
    preferences: { user: layer(true, true), workflow: layer(false, false) },
    steps: TEN_STEPS,
  });

/** Returns the body of PUT for a workflow that was read, with `changes` added. */
export function putBody(workflow: Workflow, changes: Record<string, unknown> = {}): Record<string, unknown> {
  const { name, description, tags, active, validatePayload, payloadSchema, isTranslationEnabled, severity } = workflow;
  return {
    ...{ name, description, tags, active, validatePayload, payloadSchema, isTranslationEnabled, severity },
    preferences: { user: workflow.preferences.user, workflow: workflow.preferences.default },
    steps: workflow.steps.map(stepBody),
    ...changes,
  };
}

export function stepBody({ _id, stepId, name, type, controlValues }: Workflow['steps'][number]) {
  return { _id, stepId, name, type, controlValues };
}

/** Returns the authored part of a workflow response. It is equal for two workflows with the same definition. */
export function authored(workflow: Workflow): Record<string, unknown> {
  return putBody(workflow, { workflowId: workflow.workflowId });
}

/** Returns the version in a response's ETag. */
export function versionOf(answer: Answer): number {
  expect(answer.headers.get('etag'), answer.text.slice(0, 300)).toMatch(/^"\d+"$/);
  return Number(answer.headers.get('etag')?.slice(1, -1));
}
