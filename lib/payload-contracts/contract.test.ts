import { expect, test } from 'vitest';
import { contractOf } from './contract.ts';

const day = (date: number) => new Date(Date.UTC(2026, 10, date));
const of = (...payloads: unknown[]) => payloads.map((payload, at) => ({ at: day(at + 1), payload }));
const use = (stepId: string, ...path: (string | number)[]) => ({ stepId, path });

function variables(...args: Parameters<typeof contractOf>) {
  return Object.fromEntries(contractOf(...args).variables.map(({ path, ...rest }) => [path, rest]));
}

test('payloads without a variable that a step reads, or with null, are counted', () => {
  const samples = of({ name: 'Jane' }, { name: null }, {});
  const { name, other } = variables({ uses: [use('mail', 'payload', 'name')], schema: null, samples });
  expect(name).toMatchObject({ usedBy: ['mail'], seen: 1, missing: 2, inSchema: false });
  expect(other).toBeUndefined();
});

test('types are listed from the oldest, without values', () => {
  const contract = contractOf({ uses: [], schema: null, samples: of({ total: 4.5 }, { total: 5 }, { total: '4.50' }) });
  expect(contract.variables[0]?.types).toEqual([
    { type: 'number', count: 2, firstAt: day(1).toISOString(), lastAt: day(2).toISOString() },
    { type: 'string', count: 1, firstAt: day(3).toISOString(), lastAt: day(3).toISOString() },
  ]);
  expect(JSON.stringify(contract)).not.toMatch(/4\.5/);
});

test('a variable in a list or object is missing only if its parent is present', () => {
  const samples = of({ items: [{ name: 'a' }], order: { id: 1 } }, { items: [] }, { items: [{ price: 1 }] });
  const found = variables({
    uses: [use('mail', 'payload', 'items', '*', 'name'), use('mail', 'payload', 'order', 'id')],
    schema: null,
    samples,
  });
  expect(found['items[].name']).toMatchObject({ seen: 1, missing: 1, usedBy: ['mail'] });
  expect(found['items[].price']).toMatchObject({ seen: 1, missing: 1, usedBy: [] });
  expect(found['order.id']).toMatchObject({ seen: 1, missing: 0 });
  expect(found.order).toMatchObject({ seen: 1, missing: 2, usedBy: ['mail'] });
});

test('the schema, a whole object and the events of a digest count as used or expected', () => {
  const schema = {
    required: ['id'],
    properties: { id: { type: 'string' }, lines: { items: { properties: { sku: {} }, required: ['sku'] } } },
  };
  const uses = [use('mail', 'payload', 'order'), use('sms', 'steps', 'digest', 'events', '*', 'payload', 'id')];
  const found = variables({ uses, schema, samples: of({ order: { total: 1 }, unused: true }) });
  expect(found.id).toMatchObject({ usedBy: ['sms'], inSchema: true, isRequired: true, seen: 0, missing: 1 });
  expect(found['lines[].sku']).toMatchObject({ isRequired: true, missing: 0 });
  expect(found['lines[]']).toMatchObject({ inSchema: true, isRequired: false });
  expect(found['order.total']).toMatchObject({ usedBy: ['mail'] });
  expect(found.unused).toMatchObject({ usedBy: [], inSchema: false });
  expect(contractOf({ uses: [use('mail', 'payload')], schema: null, samples: [] }).usesWhole).toBe(true);
});

test('the keys of a dictionary are left out, because they are data', () => {
  const byAddress = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`person${n}@shop.example`, n]));
  const contract = contractOf({ uses: [], schema: null, samples: of({ byAddress }) });
  expect(contract.variables.map(({ path }) => path)).toEqual(['byAddress']);
});

test('the analysis of a hostile payload ends at a limit', () => {
  const deep = Array.from({ length: 40 }).reduce<unknown>((inner) => ({ in: inner }), {});
  const wide = Array.from({ length: 20_000 }, () => ({ a: 1 }));
  const { variables: found } = contractOf({ uses: [], schema: null, samples: of({ deep, wide }) });
  expect(found.length).toBeLessThan(20);
});

test('a sensitive workflow lists only names of a step or of the schema', () => {
  const source = { uses: [use('mail', 'payload', 'code')], schema: null, samples: of({ code: '1', jane: true }) };
  const names = (onlyKnown: boolean) => contractOf({ ...source, onlyKnown }).variables.map(({ path }) => path);
  expect([names(true), names(false)]).toEqual([['code'], ['code', 'jane']]);
});
