import { expect, test } from 'vitest';
import type { ContractVariable } from '#lib/payload-contracts/schema.ts';
import { driftText, findingsOf } from './variable-findings.ts';

const NOW = Date.UTC(2026, 10, 27);
const on = (day: number) => new Date(Date.UTC(2026, 10, day, 12)).toISOString();
const seenType = (type: ContractVariable['types'][number]['type'], first: number, last: number) => ({
  ...{ type, count: 1, firstAt: on(first), lastAt: on(last) },
});
const variable: ContractVariable = {
  ...{ path: 'name', usedBy: ['mail'], inSchema: false, isRequired: false, seen: 10, missing: 0, types: [] },
};
const contract = {
  steps: [],
  usesWhole: false,
  sample: { triggers: 10, isWhole: true, from: null, to: null },
  workflow: { _id: 'w', workflowId: 'w', name: 'W', hasSchema: false },
};

test.each([
  ['one type', [seenType('number', 1, 9)], undefined],
  ['one type, sometimes null', [seenType('number', 1, 9), seenType('null', 3, 3)], undefined],
  ['a change', [seenType('number', 1, 11), seenType('string', 12, 20)], 'Number until 11 Nov, string since 12 Nov'],
  ['both at the same time', [seenType('number', 1, 11), seenType('string', 4, 20)], 'Number and string, mixed'],
] as const)('the types of a variable: %s', (_, types, text) => {
  expect(driftText({ types: [...types] }, NOW)).toBe(text);
});

test.each([
  ['used and always sent', {}, []],
  ['used and sometimes missing', { missing: 3 }, ['warn Missing in 3 triggers']],
  ['used and never sent', { seen: 0, missing: 10 }, ['bad Never sent']],
  [
    'required and missing',
    { usedBy: [], isRequired: true, inSchema: true, missing: 1 },
    ['bad Missing in 1 trigger', 'idle Not used by a step'],
  ],
  ['optional in the schema and missing', { usedBy: [], inSchema: true, seen: 0, missing: 10 }, []],
  ['not used', { usedBy: [] }, ['idle Not used by a step']],
])('the findings of a variable: %s', (_, more, texts) => {
  const found = findingsOf({ ...variable, ...more }, contract, NOW);
  expect(found.map(({ tone, text }) => `${tone} ${text}`)).toEqual(texts);
});

test('nothing is found without a trigger, or where a step reads the whole payload', () => {
  const none = { ...contract, sample: { ...contract.sample, triggers: 0 } };
  expect(findingsOf({ ...variable, seen: 0, missing: 0 }, none, NOW)).toEqual([]);
  expect(findingsOf({ ...variable, usedBy: [] }, { ...contract, usesWhole: true }, NOW)).toEqual([]);
  const withSchema = { ...contract, workflow: { ...contract.workflow, hasSchema: true } };
  expect(findingsOf(variable, withSchema, NOW).map(({ kind }) => kind)).toEqual(['unexpected']);
});
