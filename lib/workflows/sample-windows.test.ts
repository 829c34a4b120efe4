import { expect, test } from 'vitest';
import { triggerPayload } from './preview-payload.ts';

const NOW = Date.now();

/** The sample payload of a workflow whose throttle reads its window from `dynamicKey`. */
async function sampleOf(dynamicKey: string, quietFor?: object) {
  const payloadSchema = quietFor ? { type: 'object', properties: { quietFor } } : null;
  const controls = { type: 'dynamic', dynamicKey };
  const { payload } = await triggerPayload({ payloadSchema }, [{ stepId: 'once', type: 'throttle', controls }]);
  return payload;
}

const DAY = { amount: 1, unit: 'days' };
const hours = { amount: { type: 'integer', const: 2 }, unit: { enum: ['hours'] } };

test.each<[key: string, schema: object | undefined, window: object]>([
  ['payload.quietFor', { type: 'object' }, DAY],
  ['quietFor', undefined, DAY],
  ['{{ payload.quietFor }}', { properties: { amount: { type: 'number' }, unit: { type: 'string' } } }, DAY],
  ['payload.quietFor', { type: 'object', properties: hours }, { amount: 2, unit: 'hours' }],
])('a throttle with %s of %j can run with its sample payload', async (key, schema, window) => {
  expect(await sampleOf(key, schema)).toEqual({ quietFor: window });
});

test('a window that the schema describes as text is a date in the future', async () => {
  const { quietFor } = await sampleOf('payload.quietFor', { type: 'string', format: 'date-time' });
  expect(Date.parse(String(quietFor))).toBeGreaterThan(NOW);
});

test('a window of other values adds nothing to the payload', async () => {
  expect(await sampleOf('subscriber.data.until', { type: 'object' })).toEqual({ quietFor: {} });
});
