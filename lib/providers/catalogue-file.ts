import { catalogueEntry } from './definition.ts';
import { loadProvider, REGISTERED_IDS } from './registry.ts';

/** The text of catalogue.generated.ts: what the browser may know about every registered provider, one per line. */
export async function catalogueFile(): Promise<string> {
  const definitions = await Promise.all(REGISTERED_IDS.map(loadProvider));
  const entries = definitions.flatMap((definition) => (definition ? [catalogueEntry(definition)] : []));
  return `// Written by scripts/generate.ts from the registry of providers.
import type { Provider } from './provider.ts';

export const CATALOGUE: readonly Provider[] = [
${entries.map((entry) => `  ${JSON.stringify(entry)},`).join('\n')}
];
`;
}
