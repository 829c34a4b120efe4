import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newId } from '#lib/id.ts';
import { decodeId, encodeId, idFromSlug, slugify, slugOf } from './slug.ts';

/** Arbitrary IDs created before 2052. Their first byte is at most 0x9a. */
const id = fc
  .tuple(fc.integer({ min: 0, max: 0x99 }), fc.uint8Array({ minLength: 11, maxLength: 11 }))
  .map(([first, rest]) => Buffer.from([first, ...rest]).toString('hex'));

test('an ID is encoded in 16 characters and decoded unchanged', () => {
  fc.assert(
    fc.property(id, (value) => {
      expect(encodeId(value)).toMatch(/^[0-9A-Za-z]{16}$/);
      expect(decodeId(encodeId(value))).toBe(value);
    }),
  );
});

test('a slug contains its ID, whatever the name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), id, (name, value) => {
      const slug = slugOf('wf', name, value);
      expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*_wf_[0-9A-Za-z]{16}$/);
      expect(idFromSlug('wf', slug)).toBe(value);
      expect(idFromSlug('st', slug)).toBeUndefined();
      expect(idFromSlug('ly', slug)).toBeUndefined();
      expect(idFromSlug('ly', slugOf('ly', name, value))).toBe(value);
    }),
  );
});

test('the encoding is base 62 over 0-9A-Za-z', () => {
  expect(encodeId('00000000000000000000003d')).toBe('000000000000000z');
  expect(encodeId('00000000000000000000003e')).toBe('0000000000000010');
});

test('sixteen characters beyond the largest ID are not an ID', () => {
  expect(decodeId('z'.repeat(16))).toMatch(/^[0-9a-f]{24}$/);
  expect(decodeId('z'.repeat(17))).toBeUndefined();
  expect(decodeId('-'.repeat(16))).toBeUndefined();
});

test('names become slugs', () => {
  expect(slugify('Crème brûlée — “ready”!')).toBe('creme-brulee-ready');
  expect(slugify("Jane's 2nd Straße")).toBe('janes-2nd-strasse');
  expect(slugify('通知')).toBe('');
  const made = newId();
  expect(slugOf('wf', '通知', made)).toBe(`${made.slice(-6)}_wf_${encodeId(made)}`);
});
