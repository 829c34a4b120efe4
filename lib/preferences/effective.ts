import type { JsonObject } from '#lib/json/values.ts';
import type { Channel } from '#lib/providers/channel.ts';
import type { ChannelPreferences } from './channels.ts';
import type { Schedule } from './schema.ts';
import { isCritical, type WorkflowLayers, type WorkflowPreferences } from './workflow-preferences.ts';

/** A row with a subscriber's choices. */
export interface StoredPreference {
  id: string;
  /** Workflow.id. Null for the global preference. */
  workflowId: string | null;
  /** Sorted keys, each `<type>:<id>`. An empty list applies in any context. */
  contextKeys: readonly string[];
  enabled: boolean;
  channels: ChannelPreferences;
  condition: JsonObject | null;
  schedule: Schedule | null;
  updatedAt: Date;
}

/** The layers that can decide, the strongest first (docs/delivery.md, "Preferences"). */
const PREFERENCE_LAYERS = [
  'subscriber_workflow',
  'subscriber_global',
  'workflow_user',
  'workflow_default',
  'none',
] as const;
export type PreferenceLayerName = (typeof PREFERENCE_LAYERS)[number];

interface EffectivePreference {
  enabled: boolean;
  layer: PreferenceLayerName;
  preferenceId?: string;
  since?: Date;
}

/** The input for resolving preferences in the API, in delivery and on pages. */
export interface PreferenceInput<Row extends StoredPreference = StoredPreference> {
  /** The workflow. Null for the global preference. */
  workflow: (WorkflowLayers & { id: string }) | null;
  /** The subscriber's choices, for all workflows and contexts. */
  rows: readonly Row[];
  /** The sorted keys of the context. */
  contextKeys: readonly string[];
}

/** The preferences that apply to a subscriber in a context. */
export interface ResolvedPreferences<Row extends StoredPreference = StoredPreference> {
  /** Whether the workflow ignores the subscriber's choices. */
  isCritical: boolean;
  /** The rows for this context, the strongest first, including rows that a critical workflow ignores. */
  applicable: readonly Row[];
  /** The applicable rows of the workflow, or of the global preference. */
  own: readonly Row[];
  /** Returns whether a channel is on, and which layer decided. */
  channel: (channel: Channel) => EffectivePreference;
  /** The hours in which the subscriber wants messages. */
  schedule: Schedule | undefined;
  /** The row whose condition decides about each message. */
  conditional: Row | undefined;
}

/**
 * Resolves preferences. All code uses this function to decide which preference counts (docs/delivery.md,
 * "Preferences").
 *
 * Rows of the workflow take precedence over global rows, and rows of exactly this context over rows without context.
 * Rows of other contexts or workflows do not apply. The strongest layer that sets a channel decides, otherwise the
 * strongest layer that sets all channels. If no layer sets it, the channel is on. Only global rows have a schedule. A
 * critical workflow ignores the subscriber's choices.
 */
export function resolvePreferences<Row extends StoredPreference>({
  workflow,
  rows,
  contextKeys,
}: PreferenceInput<Row>): ResolvedPreferences<Row> {
  const workflowId = workflow?.id ?? null;
  const applicable = applicableRows(rows, workflowId, contextKeys);
  const critical = workflow !== null && isCritical(workflow);
  const counting = critical ? [] : applicable;
  return {
    isCritical: critical,
    applicable,
    own: applicable.filter((row) => row.workflowId === workflowId),
    channel: (channel) => effectivePreference(workflow, counting, channel),
    schedule: counting.find((row) => row.workflowId === null && row.schedule)?.schedule ?? undefined,
    conditional: counting.find((row) => row.condition),
  };
}

/** Resolves the preferences of subscribers without choices. */
export function resolveDefaults(layers: WorkflowLayers): ResolvedPreferences {
  return resolvePreferences({ workflow: { id: '', ...layers }, rows: [], contextKeys: [] });
}

/** Returns for each of the channels whether it is on. */
export function effectiveChannels({ channel }: ResolvedPreferences, channels: readonly Channel[]): ChannelPreferences {
  return Object.fromEntries(channels.map((each) => [each, channel(each).enabled]));
}

function applicableRows<Row extends StoredPreference>(
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

interface Layer {
  name: PreferenceLayerName;
  enabled: boolean | undefined;
  channel: boolean | undefined;
  row?: StoredPreference;
}

function effectivePreference(
  workflow: WorkflowLayers | null,
  rows: readonly StoredPreference[],
  channel: Channel,
): EffectivePreference {
  const layers = [
    ...rows.map((row) => ofSubscriber(row, channel)),
    ofWorkflow('workflow_user', workflow?.userPreferences, channel),
    ofWorkflow('workflow_default', workflow?.defaultPreferences, channel),
  ];
  const byChannel = layers.find((layer) => layer.channel !== undefined);
  const byAll = layers.find((layer) => layer.enabled !== undefined);
  const decisive = byChannel ?? byAll;
  if (!decisive) return { enabled: true, layer: 'none' };
  const enabled = byChannel?.channel ?? byAll?.enabled ?? true;
  const { name, row } = decisive;
  return { enabled, layer: name, ...(row && { preferenceId: row.id, since: row.updatedAt }) };
}

/** Returns a row as a layer. `enabled` is true by default, so it is a choice for all channels only if it is false. */
function ofSubscriber(row: StoredPreference, channel: Channel): Layer {
  return {
    name: row.workflowId === null ? 'subscriber_global' : 'subscriber_workflow',
    enabled: row.enabled ? undefined : false,
    channel: row.channels[channel],
    row,
  };
}

function ofWorkflow(name: PreferenceLayerName, layer: WorkflowPreferences | null | undefined, channel: Channel): Layer {
  return { name, enabled: layer?.all?.enabled, channel: layer?.channels?.[channel]?.enabled };
}
