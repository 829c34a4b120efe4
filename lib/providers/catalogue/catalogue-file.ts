import { catalogueEntry } from '#lib/providers/definition.ts';
import { loadProvider, REGISTERED_IDS } from '#lib/providers/registry.ts';

/** Returns the text of catalogue.generated.ts: the public facts of every registered provider, one per line. */
export async function catalogueFile(): Promise<string> {
  const entries = await catalogueEntries();
  return `// Written by scripts/generate.ts from the registry of providers.
import type { Provider } from '#lib/providers/provider.ts';

export const CATALOGUE: readonly Provider[] = [
${entries.map((entry) => `  ${JSON.stringify(entry)},`).join('\n')}
];
`;
}

/** Returns the text of facts.generated.ts, for pages that only show messages sent through a provider. */
export async function providerFactsFile(): Promise<string> {
  const lines = (await catalogueEntries()).map(
    ({ id, displayName, channel }) => `  ${JSON.stringify([id, { displayName, channel }])},`,
  );
  return `// Written by scripts/generate.ts from the registry of providers.
import type { Provider } from '#lib/providers/provider.ts';

export const PROVIDER_FACTS: ReadonlyMap<string, Pick<Provider, 'displayName' | 'channel'>> = new Map([
${lines.join('\n')}
]);
`;
}

async function catalogueEntries() {
  const definitions = await Promise.all(REGISTERED_IDS.map(loadProvider));
  return definitions.flatMap((definition) => (definition ? [catalogueEntry(definition)] : []));
}
