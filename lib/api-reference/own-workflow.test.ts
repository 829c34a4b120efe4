import { expect, test } from 'vitest';
import { buildOpenApi } from '#lib/api/openapi.ts';
import { groupsOf } from './operations.ts';
import { hasTrigger, withOwnWorkflow, withTransactionOf } from './own-workflow.ts';

test('the examples of triggers, and only these, name a workflow of the environment', async () => {
  const operations = groupsOf(await buildOpenApi()).flatMap((group) => group.operations);
  const bodyOf = (operationId: string) =>
    operations.find((one) => one.operationId === operationId)?.requestBody?.content['application/json']?.example;
  for (const operationId of ['triggerEvent', 'triggerEventsInBulk', 'broadcastEvent', 'dryRunEvent']) {
    const body = bodyOf(operationId);
    if (!hasTrigger(body)) throw new Error(`${operationId} has no trigger as its example`);
    const own = withOwnWorkflow(body, { workflowId: 'welcome', payload: { plan: 'pro' } });
    const each = Array.isArray(own.events) ? own.events : [own];
    expect(each.length).toBeGreaterThan(0);
    for (const one of each) expect(one).toMatchObject({ name: 'welcome', payload: { plan: 'pro' } });
    expect(JSON.stringify(withOwnWorkflow(body, { workflowId: 'welcome', payload: {} }))).not.toContain('order');
  }
  expect(hasTrigger(bodyOf('createWorkflow'))).toBe(false);
  expect(hasTrigger(bodyOf('createSubscriber'))).toBe(false);
});

test('the example of a response has the transaction of its request', () => {
  const [sent, own] = [{ transactionId: 'order-1042' }, { name: 'x' }];
  const answer = { status: 'processed', transactionId: 'other' };
  expect(withTransactionOf(answer, sent)).toEqual({ ...answer, ...sent });
  expect(withTransactionOf([answer, answer], { events: [sent, own] })).toEqual([{ ...answer, ...sent }, answer]);
  expect(withTransactionOf(answer, own)).toBe(answer);
  expect(withTransactionOf({ a: 1 }, undefined)).toEqual({ a: 1 });
});
