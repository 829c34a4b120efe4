import type { JsonObject } from '#lib/json.ts';
import type { Channel } from '#lib/providers/channel.ts';
import type { ChannelPreferences } from './channels.ts';
import type { Schedule } from './schema.ts';
import { isCritical, type WorkflowLayers, type WorkflowPreferences } from './workflow-preferences.ts';

/** A row of a subscriber's choices. */
export interface StoredPreference {
  id: string;
  /** Null: for all workflows. */
  workflowId: string | null;
  /** Sorted, each `<type>:<id>`. Empty: in any context. */
  contextKeys: readonly string[];
  enabled: boolean;
  channels: ChannelPreferences;
  condition: JsonObject | null;
  schedule: Schedule | null;
  updatedAt: Date;
}

/** Who decided, the strongest first (docs/delivery.md, "Preferences"). */
const PREFERENCE_LAYERS = [
  'subscriber_workflow',
  'subscriber_global',
  'workflow_user',
  'workflow_default',
  'none',
] as const;
export type PreferenceLayerName = (typeof PREFERENCE_LAYERS)[number];

export interface EffectivePreference {
  enabled: boolean;
  layer: PreferenceLayerName;
  preferenceId?: string;
  since?: Date;
}

export interface PreferenceSources extends WorkflowLayers {
  /** The subscriber's applicable rows, the strongest first, see `applicablePreferences`. */
  subscriber: readonly StoredPreference[];
}

/**
 * The rows that apply in a context, the strongest first: rows of the workflow before global ones, rows of exactly this
 * context before rows without one.
 *
 * @param workflowId null: only global ones.
 */
export function applicablePreferences<Row extends StoredPreference>(
  rows: readonly Row[],
  workflowId: string | null,
  contextKeys: readonly string[],
): Row[] {
  const wanted = contextKeys.join('\n');
  const rank = (row: Row) => (row.workflowId === null ? 2 : 0) + (row.contextKeys.length === 0 ? 1 : 0);
  return rows
    .filter((row) => row.workflowId === null || row.workflowId === workflowId)
    .filter((row) => row.contextKeys.length === 0 || row.contextKeys.join('\n') === wanted)
    .sort((one, other) => rank(one) - rank(other));
}

/** Which of the channels are on for a subscriber. */
export function effectiveChannels(sources: PreferenceSources, channels: readonly Channel[]): ChannelPreferences {
  return Object.fromEntries(channels.map((channel) => [channel, effectivePreference(sources, channel).enabled]));
}

interface Layer {
  name: PreferenceLayerName;
  enabled: boolean | undefined;
  channel: boolean | undefined;
  row?: StoredPreference;
}

/**
 * Whether the channel is on for a subscriber, and which layer decided: the strongest layer that sets this channel,
 * otherwise the strongest that sets all channels; without either it is on. A critical workflow ignores the subscriber's
 * choices.
 */
export function effectivePreference(sources: PreferenceSources, channel: Channel): EffectivePreference {
  const layers = layersOf(sources, channel);
  const byChannel = layers.find((layer) => layer.channel !== undefined);
  const byAll = layers.find((layer) => layer.enabled !== undefined);
  const decisive = byChannel ?? byAll;
  if (!decisive) return { enabled: true, layer: 'none' };
  const enabled = byChannel?.channel ?? byAll?.enabled ?? true;
  const { name, row } = decisive;
  return { enabled, layer: name, ...(row && { preferenceId: row.id, since: row.updatedAt }) };
}

function layersOf({ defaultPreferences, userPreferences, subscriber }: PreferenceSources, channel: Channel): Layer[] {
  const critical = isCritical({ defaultPreferences, userPreferences });
  const ofWorkflow = (name: PreferenceLayerName, layer: WorkflowPreferences | null): Layer => ({
    name,
    enabled: layer?.all?.enabled,
    channel: layer?.channels?.[channel]?.enabled,
  });
  return [
    ...(critical ? [] : subscriber.map((row) => ofSubscriber(row, channel))),
    ofWorkflow('workflow_user', userPreferences),
    ofWorkflow('workflow_default', defaultPreferences),
  ];
}

/**
 * A row is `enabled` by default, so `enabled` says something about the channels that it does not name only when it is
 * off.
 */
function ofSubscriber(row: StoredPreference, channel: Channel): Layer {
  return {
    name: row.workflowId === null ? 'subscriber_global' : 'subscriber_workflow',
    enabled: row.enabled ? undefined : false,
    channel: row.channels[channel],
    row,
  };
}
