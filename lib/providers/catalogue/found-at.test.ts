import { expect, test } from 'vitest';
import { PROVIDERS } from './catalogue.ts';
import { foundAt } from './found-at.ts';

const deliverable = PROVIDERS.filter((provider) => provider.deliverable);

test.each(deliverable)('$id: the guide explains where each credential is found', (provider) => {
  // The guide shows a choice instead of its switches.
  const chosen = new Set(provider.choice?.options.flatMap(({ on }) => on));
  const shown = provider.credentials.filter(({ key, unread }) => !unread && !chosen.has(key));
  expect(shown.filter(({ key }) => !foundAt(provider, key)).map(({ key }) => key)).toEqual([]);
});
