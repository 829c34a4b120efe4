import { PROVIDERS } from '#lib/providers/catalogue.ts';
import { toWireName } from '#lib/providers/service-name.ts';
import { STEPS } from '#lib/steps/index.ts';

export interface GuideGroup {
  name: string;
  /** The addresses of the guides, after `/docs/`. */
  paths: readonly string[];
}

/** Returns all guides in reading order. Step types and providers come from their registries. */
export function guideGroups(): GuideGroup[] {
  return [
    { name: 'Start', paths: ['quick-start', 'concepts'] },
    { name: 'Steps', paths: Object.keys(STEPS).map((type) => `steps/${type}`) },
    { name: 'Content and rules', paths: ['liquid-filters', 'conditions', 'preferences'] },
    { name: 'Develop', paths: ['inbox', 'inbox-element', 'errors', 'moving-from-novu'] },
    { name: 'Providers', paths: ['providers', ...guidedProviders().map(({ id }) => `providers/${toWireName(id)}`)] },
  ];
}

/** Returns the providers that have a guide: the providers that Belfry can send through. */
export function guidedProviders() {
  return PROVIDERS.filter(({ deliverable }) => deliverable);
}
