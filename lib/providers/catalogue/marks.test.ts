import { expect, test } from 'vitest';
import { findProvider } from './catalogue.ts';
import { PROVIDER_MARKS } from './marks.ts';

test('each mark belongs to a provider of the catalogue, and is a path', () => {
  for (const [id, path] of Object.entries(PROVIDER_MARKS)) {
    expect(findProvider(id)?.id, id).toBe(id);
    expect(path, id).toMatch(/^[Mm][\d\sA-Za-z.,-]+$/);
  }
});
