import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loadProvider, REGISTERED_IDS } from './registry.ts';

test('the table of events in docs/providers.md has the providers whose events are read', async () => {
  const [, section = ''] = readFileSync('docs/providers.md', 'utf8').split('\n## Events\n');
  const [table = ''] = section.split('\n## ');
  const listed = [...table.matchAll(/^\|[^|\n]+\| `([a-z0-9-]+)` \|/gm)].map(([, id]) => id);
  const providers = await Promise.all(REGISTERED_IDS.map((id) => loadProvider(id)));
  const reading = providers.flatMap((provider) =>
    provider && 'events' in provider && provider.events ? provider.id : [],
  );
  expect(listed.toSorted()).toEqual(reading.toSorted());
});
