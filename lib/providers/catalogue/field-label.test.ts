import { expect, test } from 'vitest';
import { findProvider, PROVIDERS } from './catalogue.ts';
import { withLabels } from './field-label.ts';

const labels = (id: string) => withLabels(findProvider(id)?.credentials ?? []).map(({ displayName }) => displayName);

/** Names of products and abbreviations, which have capitals inside a label. */
const NAMES = /^(?:[A-Z\d]+|Account|Anthropic|App|Business|ID|Messaging|Microsoft|One|OAuth|Service|Signal|WhatsApp)$/;

test('labels are in sentence case, except for names', () => {
  const words = PROVIDERS.flatMap(({ id }) => labels(id)).flatMap((label) => {
    const [, ...rest] = label.replace(/^.*: /, '').split(/[ ()]+/);
    return rest.filter((word) => /^[A-Z]/.test(word) && !NAMES.test(word)).map((word) => `${label}: ${word}`);
  });
  expect(words).toEqual([]);
});

test('labels have the terms of the vendor', () => {
  expect(labels('whatsapp-business')).toEqual(
    expect.arrayContaining(['Access token', 'Phone number ID', 'App secret']),
  );
  expect(labels('sendgrid')).toEqual(expect.arrayContaining(['API key', 'IP pool name']));
});

test('the API keeps the names of the interface', () => {
  const names = findProvider('whatsapp-business')?.credentials.map(({ displayName }) => displayName);
  expect(names).toEqual(expect.arrayContaining(['Access API token', 'Phone Number Identification']));
});
