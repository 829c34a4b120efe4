import { expect, test } from 'vitest';
import { PROVIDERS } from './catalogue.ts';
import { foundAt } from './found-at.ts';

const deliverable = PROVIDERS.filter((provider) => provider.deliverable);

test.each(deliverable)('$id: the guide explains where each credential is found', (provider) => {
  const shown = provider.credentials.filter(({ unread }) => !unread);
  expect(shown.filter(({ key }) => !foundAt(provider, key)).map(({ key }) => key)).toEqual([]);
});
