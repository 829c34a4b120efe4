import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PROVIDERS } from '#lib/providers/catalogue/catalogue.ts';
import { catalogueFile, providerFactsFile } from '#lib/providers/catalogue/catalogue-file.ts';
import { catalogueEntry, smsProvider } from './definition.ts';
import { PROVIDER_IDS } from './ids.ts';
import { loadProvider, REGISTERED_IDS } from './registry.ts';

const here = import.meta.dirname;
/** The folders with code that providers share. Every other folder has the providers of a channel. */
const SHARED = ['catalogue', 'events', 'http', 'smtp'];
const folders = readdirSync(here, { withFileTypes: true }).filter(
  (entry) => entry.isDirectory() && !SHARED.includes(entry.name),
);
const files = folders.flatMap(({ name }) =>
  readdirSync(join(here, name))
    .filter((file) => !file.includes('.test.'))
    .map((file) => ({ folder: name, id: file.replace(/\.ts$/, '') })),
);

test('every file of a provider is registered under its name, and every registered provider has its file', () => {
  expect(files.map(({ id }) => id).sort()).toEqual([...REGISTERED_IDS].sort());
  expect(REGISTERED_IDS.slice(0, PROVIDER_IDS.length)).toEqual(PROVIDER_IDS);
});

test.each(files)('$folder/$id has its ID and channel', async ({ folder, id }) => {
  const definition = await loadProvider(id);
  expect(definition?.id).toBe(id);
  expect(definition?.channel?.replace('_', '-') ?? 'agent').toBe(folder);
});

test('an unregistered ID has no provider', async () => {
  for (const id of ['carrier-pigeon', '__proto__', 'constructor', '']) expect(await loadProvider(id)).toBeUndefined();
});

test('the generated catalogue equals the registry', async () => {
  expect(readFileSync(join(here, 'catalogue/catalogue.generated.ts'), 'utf8'), 'run npm run db:generate').toBe(
    await catalogueFile(),
  );
  expect(readFileSync(join(here, 'catalogue/facts.generated.ts'), 'utf8'), 'run npm run db:generate').toBe(
    await providerFactsFile(),
  );
});

test('the catalogue contains only facts, and marks the providers that can send', async () => {
  const facts = { id: 'pigeon', displayName: 'Pigeon', credentials: [] } as const;
  const send = async () => ({ exchange: { request: '' } });
  expect(catalogueEntry(smsProvider({ ...facts, send }))).toEqual({
    ...facts,
    kind: 'delivery',
    channel: 'sms',
    availability: 'current',
    deliverable: true,
  });
  expect(catalogueEntry(smsProvider(facts))).toMatchObject({ deliverable: false });
  for (const provider of PROVIDERS) {
    const definition = await loadProvider(provider.id);
    const sends = definition !== undefined && 'send' in definition && definition.send !== undefined;
    expect(provider.deliverable, provider.id).toBe(provider.channel === 'in_app' || sends);
    if (provider.availability === 'undeliverable') expect(provider.deliverable, provider.id).toBe(false);
    if (provider.availability !== 'current') expect(provider.availabilityNote, provider.id).toMatch(/\.$/);
  }
});

const tests = readdirSync(here, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.test.ts'));
const contracts = tests.flatMap((file) =>
  [...readFileSync(join(here, file), 'utf8').matchAll(/providerContract\(\{.*?\bid: '([^']+)'/gs)].map(([, id]) => id),
);
const table = readFileSync(join(here, '../../docs/providers.md'), 'utf8');
const rows = table.split('\n').flatMap((line) => {
  const [, id, , page = ''] = line.split('|').map((cell) => cell.trim());
  return id?.startsWith('`') ? { id: id.replaceAll('`', ''), page: /\((https:[^)]+)\)/.exec(page)?.[1] ?? '' } : [];
});

test('the table of providers lists exactly the ones that can send', () => {
  const sending = PROVIDERS.filter(({ deliverable, channel }) => deliverable && channel !== 'in_app');
  expect(rows.map(({ id }) => id).sort()).toEqual(sending.map(({ id }) => id).sort());
});

test('the table of providers that cannot send has a reason for each of the others', () => {
  const section = table.split('## Providers that cannot send')[1]?.split('\n## ')[0] ?? '';
  const reasons = section.split('\n').flatMap((line) => {
    const [, , id = '', reason = ''] = line.split('|').map((cell) => cell.trim());
    return id.startsWith('`') && reason ? [id.replaceAll('`', '')] : [];
  });
  expect(reasons.toSorted()).toEqual(PROVIDERS.flatMap(({ id, deliverable }) => (deliverable ? [] : [id])).toSorted());
});

test.each(rows)('$id has a test of its request, and its file cites the documentation', ({ id, page }) => {
  // SMTP is not an HTTP API, and has separate tests.
  if (id !== 'nodemailer') expect(contracts).toContain(id);
  const folder = files.find((each) => each.id === id)?.folder ?? '';
  expect(readFileSync(join(here, folder, `${id}.ts`), 'utf8')).toContain(page);
});
