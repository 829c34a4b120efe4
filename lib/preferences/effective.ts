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

interface EffectivePreference {
  enabled: boolean;
  layer: PreferenceLayerName;
  preferenceId?: string;
  since?: Date;
}

/** The input of every answer: of the API, of delivery and of the pages. */
export interface PreferenceInput<Row extends StoredPreference = StoredPreference> {
  /** Null: the global preference. */
  workflow: (WorkflowLayers & { id: string }) | null;
  /** The subscriber's choices, of any workflow and in any context. */
  rows: readonly Row[];
  /** Sorted. */
  contextKeys: readonly string[];
}

/** What holds for a subscriber in a context. */
export interface ResolvedPreferences<Row extends StoredPreference = StoredPreference> {
  /** No choice of the subscriber counts. */
  isCritical: boolean;
  /** The rows that apply in the context, the strongest first, also where they do not count. */
  applicable: readonly Row[];
  /** Those of the workflow, or of the global preference. */
  own: readonly Row[];
  /** Whether a channel is on, and which layer decided. */
  channel: (channel: Channel) => EffectivePreference;
  /** The hours in which the subscriber wants messages. */
  schedule: Schedule | undefined;
  /** The row whose condition decides about each message. */
  conditional: Row | undefined;
}

/**
 * The only place that decides which preference counts (docs/delivery.md, "Preferences").
 *
 * Rows of the workflow come before global ones, rows of exactly this context before rows without one; rows of another
 * context or workflow do not apply. A channel is as the strongest layer says that sets this channel, otherwise as the
 * strongest that sets all channels; without either it is on. Only global rows have a schedule. A critical workflow
 * ignores the subscriber's choices.
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

/** What holds for subscribers who have chosen nothing. */
export function resolveDefaults(layers: WorkflowLayers): ResolvedPreferences {
  return resolvePreferences({ workflow: { id: '', ...layers }, rows: [], contextKeys: [] });
}

/** Which of the channels are on. */
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

function ofWorkflow(name: PreferenceLayerName, layer: WorkflowPreferences | null | undefined, channel: Channel): Layer {
  return { name, enabled: layer?.all?.enabled, channel: layer?.channels?.[channel]?.enabled };
}
