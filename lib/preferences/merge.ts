import type { Channel } from '#lib/providers/channel.ts';
import type { ChannelPreferences } from './channels.ts';

/** The preferences that a workflow stores: its own default, or the settings made on the dashboard. */
export interface WorkflowPreferences {
  all?: { enabled?: boolean; readOnly?: boolean };
  channels?: Partial<Record<Channel, { enabled?: boolean }>>;
}

/** What a subscriber has chosen, globally or for one workflow. */
export interface SubscriberPreference {
  enabled?: boolean;
  channels: ChannelPreferences;
}

/** The layers of one effective preference, the weakest first. */
export interface PreferenceLayers {
  workflowDefault?: WorkflowPreferences | null;
  workflowUser?: WorkflowPreferences | null;
  subscriberGlobal?: SubscriberPreference | null;
  subscriberWorkflow?: SubscriberPreference | null;
}

/** A workflow is critical when its preferences are read-only: subscribers cannot switch it off. */
export function isCritical({ workflowDefault, workflowUser }: PreferenceLayers): boolean {
  return workflowUser?.all?.readOnly ?? workflowDefault?.all?.readOnly ?? false;
}

/**
 * The effective preferences of a subscriber: workflow default < workflow user < subscriber global < subscriber for the
 * workflow; later layers win channel by channel. A channel that no layer sets follows the strongest `all.enabled`;
 * without one it is on. A critical workflow ignores the subscriber's layers.
 *
 * @param channels the channels to return.
 */
export function mergePreferences(
  layers: PreferenceLayers,
  channels: readonly Channel[],
): { enabled: boolean; channels: ChannelPreferences } {
  const subscriber = isCritical(layers) ? [] : [layers.subscriberGlobal, layers.subscriberWorkflow];
  const effective = [
    ...[layers.workflowDefault, layers.workflowUser].map(fromWorkflow),
    ...subscriber.map((layer) => layer && fromSubscriber(layer)),
  ].filter((layer) => layer != null);
  const enabled = strongest(effective.map((layer) => layer.enabled)) ?? true;
  const merged = channels.map((channel) => [
    channel,
    strongest(effective.map((layer) => layer.channels[channel])) ?? enabled,
  ]);
  return { enabled, channels: Object.fromEntries(merged) };
}

function fromWorkflow(layer: WorkflowPreferences | null | undefined): SubscriberPreference | undefined {
  if (!layer) return undefined;
  const channels = Object.entries(layer.channels ?? {}).map(([channel, setting]) => [channel, setting?.enabled]);
  return { enabled: layer.all?.enabled, channels: Object.fromEntries(channels) };
}

/**
 * A stored preference is `enabled` by default, so `enabled` says something about the channels that it does not name
 * only when it is off.
 */
function fromSubscriber({ enabled, channels }: SubscriberPreference): SubscriberPreference {
  return { ...(enabled === false && { enabled }), channels };
}

function strongest(values: (boolean | undefined)[]): boolean | undefined {
  return values.findLast((value) => value !== undefined);
}
