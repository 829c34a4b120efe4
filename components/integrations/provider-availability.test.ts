import { expect, test } from 'vitest';
import { findProvider } from '#lib/providers/catalogue/catalogue.ts';
import type { Provider } from '#lib/providers/provider.ts';
import { availabilityOf } from './provider-availability.tsx';

const mail = { ...(findProvider('postmark') as Provider), availability: 'current', deliverable: true } as const;

test.each([
  ['one that delivers', mail, undefined],
  ['one without send', { ...mail, deliverable: false }, 'Not yet deliverable'],
  ['one of a foreign cloud', { ...mail, deliverable: false, availability: 'undeliverable' }, 'Undeliverable'],
  ['one on its way out', { ...mail, availability: 'legacy', availabilityNote: 'It ends.' }, 'Legacy'],
  ['one with a note', { ...mail, availability: 'renamed', availabilityNote: 'New name.' }, 'Note'],
  ['an agent', findProvider('anthropic') as Provider, undefined],
] as const)('%s', (_, provider, label) => {
  expect(availabilityOf(provider)?.label).toBe(label);
});

test('the sentence names what still works', () => {
  const legacy = { ...mail, deliverable: false, availability: 'legacy', availabilityNote: 'It ends.' } as const;
  expect(availabilityOf(legacy)?.text).toMatch(/^Belfry cannot send through Postmark yet\..*sandbox.* It ends\.$/);
});
