import { expect, test } from 'vitest';
import { findProvider } from '#lib/providers/catalogue.ts';
import type { Provider } from '#lib/providers/provider.ts';
import { standingOf } from './provider-standing.tsx';

const mail = { ...(findProvider('postmark') as Provider), standing: 'current', deliverable: true } as const;

test.each([
  ['one that delivers', mail, undefined],
  ['one without send', { ...mail, deliverable: false }, 'Not yet deliverable'],
  ['one of a foreign cloud', { ...mail, deliverable: false, standing: 'undeliverable' }, 'Undeliverable'],
  ['one on its way out', { ...mail, standing: 'legacy', standingNote: 'It ends.' }, 'Legacy'],
  ['one with a note', { ...mail, standing: 'renamed', standingNote: 'New name.' }, 'Note'],
  ['an agent', findProvider('anthropic') as Provider, undefined],
] as const)('%s', (_, provider, label) => {
  expect(standingOf(provider)?.label).toBe(label);
});

test('the sentence says what still works', () => {
  const legacy = { ...mail, deliverable: false, standing: 'legacy', standingNote: 'It ends.' } as const;
  expect(standingOf(legacy)?.text).toMatch(/^Belfry cannot send through Postmark yet\..*sandbox.* It ends\.$/);
});
