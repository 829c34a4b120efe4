/** Builds the wire shapes of a subscriber's preferences. */
import { CHANNELS } from '#lib/providers/channel-names.ts';
import { slugOf } from '#lib/text/slug.ts';
import { type AuthorNames, choicesOf } from './changes.ts';
import { effectiveChannels, type PreferenceInput, type ResolvedPreferences, resolvePreferences } from './effective.ts';
import type { PreferenceRow, WorkflowRow } from './query.ts';
import type { Preference, Schedule, SubscriberPreferences } from './schema.ts';

type Input = PreferenceInput<PreferenceRow>;

/** Returns the Preference of a workflow (spec 2.7). */
export function preferenceWire(input: Input & { workflow: WorkflowRow }): Preference {
  const { workflow } = input;
  const resolved = resolvePreferences(input);
  return {
    level: 'template',
    workflow: {
      id: workflow.id,
      identifier: workflow.identifier,
      name: workflow.name,
      critical: resolved.isCritical,
      tags: workflow.tags,
      severity: workflow.severity,
    },
    ...ownWire(resolved),
    channels: effectiveChannels(resolved, workflow.channels),
  };
}

/** Returns the global preference as a Preference, with its schedule. */
export function globalPreferenceWire(
  rows: readonly PreferenceRow[],
  contextKeys: readonly string[],
): Preference & { schedule?: Schedule } {
  const global = resolvePreferences({ workflow: null, rows, contextKeys });
  const { schedule } = global;
  const channels = effectiveChannels(global, CHANNELS);
  return { level: 'global', ...ownWire(global), channels, ...(schedule && { schedule }) };
}

/** Returns the global preference, and one preference per workflow. */
export function preferencesWire(
  input: Omit<Input, 'workflow'>,
  workflows: readonly WorkflowRow[],
  names: AuthorNames,
): SubscriberPreferences {
  const global = resolvePreferences({ ...input, workflow: null });
  const { schedule } = global;
  return {
    global: {
      ...ownWire(global),
      channels: effectiveChannels(global, CHANNELS),
      ...choicesOf(global.own, names),
      ...(schedule && { schedule }),
    },
    workflows: workflows.map((workflow) => workflowWire(workflow, resolvePreferences({ ...input, workflow }), names)),
  };
}

/** Returns the fields of a preference that apply to all channels. */
function ownWire({ own }: ResolvedPreferences): Pick<SubscriberPreferences['global'], 'enabled' | 'condition'> {
  const condition = own.find((row) => row.condition)?.condition;
  return { enabled: own.every((row) => row.enabled), ...(condition && { condition }) };
}

function workflowWire(
  workflow: WorkflowRow,
  resolved: ResolvedPreferences<PreferenceRow>,
  names: AuthorNames,
): SubscriberPreferences['workflows'][number] {
  const { applicable, own } = resolved;
  const channels = effectiveChannels(resolved, workflow.channels);
  const overruled = workflow.channels.filter((channel) => {
    const choice = applicable.find((row) => row.channels[channel] !== undefined)?.channels[channel];
    return choice !== undefined && choice !== channels[channel];
  });
  const updatedAt = own[0]?.updatedAt;
  return {
    ...ownWire(resolved),
    channels,
    ...choicesOf(own, names),
    overrides: overruled.map((channel) => ({ channel, source: 'template' })),
    ...(updatedAt && { updatedAt: updatedAt.toISOString() }),
    workflow: {
      slug: slugOf('wf', workflow.name, workflow.id),
      identifier: workflow.identifier,
      name: workflow.name,
      updatedAt: workflow.updatedAt.toISOString(),
      critical: resolved.isCritical,
    },
  };
}
