import fc from 'fast-check';
import { expect, test } from 'vitest';
import { JSON_MAX_DEPTH } from '#lib/json/values.ts';
import { storableJson } from '#lib/postgres/storable.ts';
import { JsonObject, storableText } from './text.ts';

const nested = (depth: number) => JSON.parse(`${'{"a":'.repeat(depth - 1)}{}${'}'.repeat(depth - 1)}`);

test('text is rejected only for NUL, unpaired surrogates and length', () => {
  const text = storableText(10);
  for (const good of ['', 'a', ' \n\t', '%_\\', '😀', 'é', '\u0001\uFFFF', '__proto__']) {
    expect(text.parse(good)).toBe(good);
  }
  for (const bad of ['\u0000', 'a\u0000b', '\uD800', '\uDC00x', 'a'.repeat(11), 1, null]) {
    expect(text.safeParse(bad).success).toBe(false);
  }
});

test('any JSON is stored, and only characters that PostgreSQL cannot store are replaced', () => {
  const storable = (text: string) => text.replaceAll('\u0000', '\ufffd').toWellFormed();
  expect(storableJson(['a\u0000b', '\ud800', '😀', String.raw`\u0000 \ud800`])).toBe(
    JSON.stringify(['a\ufffdb', '\ufffd', '😀', String.raw`\u0000 \ud800`]),
  );
  const text = fc.string({ unit: fc.constantFrom('\u0000', '\ud83d', '\ude00', '\\', 'u', '0', 'd', 'é') });
  fc.assert(
    fc.property(text, (each) => {
      expect(JSON.parse(storableJson({ each }))).toEqual({ each: storable(each) });
    }),
  );
});

test('free-form objects are kept by reference, own __proto__ keys included', () => {
  const data = JSON.parse('{"__proto__":{"admin":true},"constructor":1,"list":[{"x":null}],"deep":{"__proto__":2}}');
  const parsed = JsonObject.parse(data);
  expect(parsed).toBe(data);
  expect(JSON.stringify(parsed)).toBe(JSON.stringify(data));
  expect(({} as { admin?: boolean }).admin).toBeUndefined();
});

test.each([
  ['an array', []],
  ['null', null],
  ['text', 'x'],
  ['nothing', undefined],
  ['NUL in a value', { a: { b: ['\u0000'] } }],
  ['NUL in a key', { a: { 'b\u0000': 1 } }],
  ['an unpaired surrogate', { a: '\uD800' }],
  ['an unpaired surrogate in a key', { '\uDFFF': 1 }],
  ['a number out of range', JSON.parse('{"a":1e999}')],
  ['too many levels', nested(JSON_MAX_DEPTH + 1)],
  ['10,000 levels', nested(10_000)],
])('rejects %s', (_name, value) => {
  expect(JsonObject.safeParse(value).success).toBe(false);
});

test('the deepest allowed object passes', () => {
  expect(JsonObject.safeParse(nested(JSON_MAX_DEPTH)).success).toBe(true);
});

test('any JSON object without unstorable text passes unchanged', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (object) => {
      const data = JSON.parse(JSON.stringify(object));
      if (JSON.stringify(data).includes('\\u0000')) return;
      expect(JsonObject.parse(data)).toBe(data);
    }),
  );
});
