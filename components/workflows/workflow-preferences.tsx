import { ChannelMark, channelNames } from '#components/status/channels.tsx';
import { resolveDefaults } from '#lib/preferences/effective.ts';
import type { WorkflowStepType } from '#lib/steps/index.ts';
import { channelOf } from '#lib/steps/labels.ts';
import type { Workflow } from '#lib/workflows/schema.ts';

interface Props extends Pick<Workflow, 'preferences'> {
  /** The types of the steps. Only their channels are listed. */
  types: readonly WorkflowStepType[];
}

/** The preferences of subscribers who have not chosen. Empty for a workflow without a channel. */
export function WorkflowPreferences({ preferences, types }: Props) {
  const used = channelNames.filter((channel) => types.some((type) => channelOf(type) === channel));
  const { user, default: base } = preferences;
  const { channel: stateOf, isCritical } = resolveDefaults({ defaultPreferences: base, userPreferences: user ?? null });
  if (used.length === 0) return null;
  return (
    <section aria-label="Preferences">
      <h2 className="mb-1 text-base font-semibold">Preferences</h2>
      <p className="mb-2 text-pretty text-muted">
        {isCritical
          ? 'Critical: subscribers cannot switch the workflow off.'
          : 'The defaults for subscribers who have not chosen.'}
      </p>
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
        {used.map((channel) => {
          const on = stateOf(channel).enabled;
          const changed = user && user.channels[channel]?.enabled !== base.channels[channel]?.enabled;
          return (
            <li key={channel} className="flex h-9 items-center justify-between gap-2 px-3">
              <ChannelMark channel={channel} withLabel />
              <span className={on ? 'text-fg' : 'text-faint'}>
                {on ? 'On' : 'Off'}
                {changed && <span className="text-faint"> · changed here</span>}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
