import { PROVIDERS } from '#lib/providers/catalogue/catalogue.ts';
import { CHANNEL_NAMES, CHANNELS } from '#lib/providers/channel-names.ts';
import type { Provider } from '#lib/providers/provider.ts';
import { toWireName } from '#lib/providers/service-name.ts';
import { STEPS } from '#lib/steps/index.ts';
import { capitalized } from '#lib/text/key-label.ts';

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
    {
      name: 'Content and rules',
      paths: ['layouts', 'liquid-filters', 'conditions', 'topics', 'preferences'],
    },
    { name: 'Environments and members', paths: ['variables', 'publishing', 'members', 'alerts'] },
    { name: 'Develop', paths: ['inbox', 'inbox-element', 'errors', 'moving-from-novu'] },
    { name: 'Providers', paths: ['providers', 'failover'] },
    ...CHANNELS.map((channel) => ({
      name: `${capitalized(CHANNEL_NAMES[channel])} providers`,
      paths: guidedProviders()
        .filter((provider) => provider.channel === channel)
        .map(({ id }) => `providers/${toWireName(id)}`),
    })).filter(({ paths }) => paths.length > 0),
  ];
}

/** Returns the providers that have a guide, by channel and name: the providers that Belfry can send through. */
export function guidedProviders() {
  const place = ({ channel }: Provider) => (channel ? CHANNELS.indexOf(channel) : CHANNELS.length);
  return PROVIDERS.filter(({ deliverable }) => deliverable).toSorted(
    (one, other) => place(one) - place(other) || one.displayName.localeCompare(other.displayName, 'en'),
  );
}
