import { expect, test } from 'vitest';
import { splitQuestion, workflowIn } from './split-question.ts';

test.each([
  ['jane', false, 'jane'],
  ['whyatt', false, 'whyatt'],
  ['why', true, ''],
  ['why jane cooper', true, 'jane cooper'],
  ['Why didn’t Jane', true, 'Jane'],
  ["why didn't", true, ''],
  ['why did not jane', true, 'jane'],
  ['explain txn_1', true, 'txn_1'],
  ['why jane get it', true, 'jane'],
  ['why mary-text', true, 'mary-text'],
  ['why text', true, 'text'],
])('“%s”', (text, asks, sought) => {
  expect(splitQuestion(text)).toEqual({ asks, sought, about: [] });
});

test.each([
  ["why didn't jane get her email?", 'jane', 'email', undefined],
  ["why didn't jane get order confirmation", 'jane', undefined, 'Order confirmation'],
  [
    'why didn’t Jane Cooper receive the order confirmation by text message?',
    'Jane Cooper',
    'sms',
    'Order confirmation',
  ],
  ['why jane order confirmation', 'jane', undefined, 'Order confirmation'],
  ['why jane sms', 'jane', 'sms', undefined],
  ['why didn’t jane’s email arrive', 'jane', 'email', undefined],
  ["why didn't jane's order confirmation arrive", 'jane', undefined, 'Order confirmation'],
  ['why did the order confirmation not reach jane', 'jane', undefined, 'Order confirmation'],
  ['why didn’t jane get her parcel', 'jane', undefined, undefined],
  ['why jane order', 'jane order', undefined, undefined],
])('“%s”', (text, sought, channel, workflow) => {
  const question = splitQuestion(text);
  const named = workflowIn(question, WORKFLOWS);
  expect([named.sought, question.channel, named.workflow?.name]).toEqual([sought, channel, workflow]);
});

test.each([
  ['why did jane get it twice', undefined],
  ['why did jane get order confirmation 3 times?', 'Order confirmation'],
  ['why jane twice', undefined],
])('“%s” asks about a message that came several times', (text, workflow) => {
  const question = splitQuestion(text);
  expect(question).toMatchObject({ asks: true, sought: 'jane', isTwice: true });
  expect(workflowIn(question, WORKFLOWS).workflow?.name).toBe(workflow);
});

test.each([
  ['why was ada’s sms late', 'sms', undefined],
  ["why was ada's text delayed?", 'sms', undefined],
  ['why was the sms to ada late', 'sms', undefined],
  ['why did the email to ada arrive so late', 'email', undefined],
  ['why was the order confirmation to ada sent late', undefined, 'Order confirmation'],
  ['why is ada late', undefined, undefined],
])('“%s” asks why a message was late', (text, channel, workflow) => {
  const question = splitQuestion(text);
  expect(question).toMatchObject({ asks: true, isLate: true });
  const named = workflowIn(question, WORKFLOWS);
  expect([named.sought, question.channel, named.workflow?.name]).toEqual(['ada', channel, workflow]);
});

const WORKFLOWS = [
  { name: 'Order confirmation reminder', workflowId: 'order-reminder' },
  { name: 'Order confirmation', workflowId: 'order-confirmed' },
  { name: 'Sign-in code', workflowId: 'sign-in' },
];
