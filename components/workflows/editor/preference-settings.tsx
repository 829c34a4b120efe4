'use client';

import { GuideLink } from '#components/guides/guide-link.tsx';
import { ChannelMark, channelNames, channels } from '#components/status/channels.tsx';
import { Button } from '#components/ui/button.tsx';
import { Switch } from '#components/ui/switch.tsx';
import { resolveDefaults } from '#lib/preferences/effective.ts';
import type { Channel } from '#lib/providers/channel.ts';
import type { PreferenceLayer } from '#lib/workflows/schema.ts';
import { useSettings } from './use-settings.ts';

/** The preferences of subscribers without choices, and whether subscribers may choose at all. */
export function PreferenceSettings() {
  const { definition, readOnly, change } = useSettings();
  const { preferences, defaultPreferences } = definition;
  const layer = preferences ?? defaultPreferences;
  const { channel: stateOf, isCritical } = resolveDefaults({ defaultPreferences, userPreferences: preferences });
  const set = (next: Partial<PreferenceLayer>) => change({ preferences: { ...layer, ...next } });
  const setChannel = (channel: Channel, enabled: boolean) =>
    set({ channels: { ...layer.channels, [channel]: { enabled } } });
  return (
    <section aria-labelledby="preference-settings">
      <h3 id="preference-settings" className="mb-1 text-base font-semibold">
        Preferences
      </h3>
      <p className="mb-3 text-pretty text-muted">
        The defaults for subscribers who have not chosen. <GuideLink path="preferences">Guide: preferences</GuideLink>
      </p>
      <ul className="divide-y divide-line rounded-lg border border-line">
        <li>
          <label htmlFor="critical" className="flex min-h-11 items-center justify-between gap-3 px-3 py-2">
            <span>
              <span className="block font-medium">Critical</span>
              <span className="block text-xs text-faint">Subscribers cannot switch the workflow off.</span>
            </span>
            <Switch
              id="critical"
              aria-label="Critical"
              checked={isCritical}
              disabledReason={readOnly}
              onCheckedChange={(critical) => set({ all: { ...layer.all, readOnly: critical } })}
            />
          </label>
        </li>
        {channelNames.map((channel) => (
          <li key={channel} className="flex min-h-10 items-center justify-between gap-3 px-3">
            <ChannelMark channel={channel} withLabel />
            <Switch
              aria-label={`${channels[channel].label} by default`}
              checked={stateOf(channel).enabled}
              disabledReason={readOnly}
              onCheckedChange={(enabled) => setChannel(channel, enabled)}
            />
          </li>
        ))}
      </ul>
      {preferences && (
        <div className="mt-2 flex items-center justify-between gap-3 text-xs text-faint">
          Changed here. The defaults in the code of the workflow may differ.
          <Button size="sm" disabledReason={readOnly} onClick={() => change({ preferences: null })}>
            Use defaults
          </Button>
        </div>
      )}
    </section>
  );
}
