import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ProviderDefinition } from '#lib/providers/definition.ts';
import { loadProvider, REGISTERED_IDS } from '#lib/providers/registry.ts';
import { EVENT_REFERENCES } from '#testing/event-references.ts';

type Sending = Extract<ProviderDefinition, { send?: unknown }>;

const sending = (await Promise.all(REGISTERED_IDS.map(loadProvider))).flatMap((provider): Sending[] =>
  provider && 'send' in provider ? [provider] : [],
);
const reading = sending.filter(({ events, fate, readsMailbox }) => events ?? fate ?? readsMailbox);

function rowOf({ id, displayName, availability, events, registerEvents, fate, readsMailbox }: Sending): string {
  const { words = 'MISSING in testing/event-references.ts' } = EVENT_REFERENCES[id] ?? {};
  const ways = [yes(events), yes(registerEvents), yes(fate), yes(readsMailbox)];
  const cells = [displayName, `\`${id}\``, ...ways, events?.proof ?? '—', words, availability];
  return `| ${cells.join(' | ')} |`;
}

function yes(part: unknown): string {
  return part === undefined ? '—' : 'yes';
}

function table(): string {
  const head =
    '| provider | id | pushed | address registered | fetched on request | read from a mailbox | proof | signature test | standing |';
  return [head, '|---|---|---|---|---|---|---|---|---|', ...reading.map(rowOf)].join('\n');
}

test('the table of events in docs/providers.md is made from the providers: write it again with --update', async () => {
  const document = join(import.meta.dirname, '../../../docs/providers.md');
  const text = readFileSync(document, 'utf8');
  const [, before = '', after = ''] = /^(.*\n## Events\n\n[^|]*)\|.*?(\n\n## .*)$/s.exec(text) ?? [];
  await expect(`${before}${table()}${after}`).toMatchFileSnapshot(document);
});

test('the events of every provider are tested, against the reference that the table names', () => {
  const named = Object.fromEntries(
    Object.entries(EVENT_REFERENCES).map(([id, { test, namedAs }]) => [id, { test, namedAs }]),
  );
  expect(Object.keys(named).toSorted()).toEqual(reading.map(({ id }) => id).toSorted());
  for (const { id, events, registerEvents, fate } of reading) {
    const { test: file = '', namedAs = '' } = named[id] ?? {};
    const tests = readFileSync(join(import.meta.dirname, `${file}.test.ts`), 'utf8');
    expect(tests, `${file}.test.ts of ${id}`).toContain(namedAs);
    if (events && file.endsWith('-events')) expect(tests, `refused requests of ${id}`).toContain(`refusal('${id}'`);
    if (registerEvents) {
      const own = readFileSync(join(import.meta.dirname, `${file.replace(/events$/, 'webhook')}.test.ts`), 'utf8');
      expect(own, `the contract of registering at ${id}`).toMatch(
        new RegExp(`registrationContract\\(\\{\\s+id: '${id}'`),
      );
    }
    if (fate)
      expect(tests, `the contract of fetching from ${id}`).toMatch(new RegExp(`fateContract\\(\\{\\s+id: '${id}'`));
  }
});

test('the place of each signing key begins like a sentence, because pages show it as one', () => {
  const places = reading.flatMap(({ events }) => events?.key.where ?? []);
  expect(places.filter((where) => !/^(\*?[A-Z])/.test(where))).toEqual([]);
});
