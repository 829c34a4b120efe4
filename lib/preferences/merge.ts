import type { Channel } from '#lib/providers/channel.ts';
import type { ChannelPreferences } from './channels.ts';

/** Preferences of a workflow as it stores them: its own default, or what a person set on the dashboard. */
export interface WorkflowPreferences {
  all?: { enabled?: boolean; readOnly?: boolean };
  channels?: Partial<Record<Channel, { enabled?: boolean }>>;
}

/** What a subscriber has set, globally or for one workflow. */
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
 * What holds for a subscriber: workflow default < workflow user < subscriber's global < subscriber's own for the
 * workflow, later ones win channel by channel. A channel that no layer sets follows the strongest `all.enabled`, else it is
 * on. The subscriber's layers count for nothing when the workflow is critical.
 *
 * @param channels the channels to answer for.
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

/** A stored preference is `enabled` until it is switched off: only off says something of the channels that it does not name. */
function fromSubscriber({ enabled, channels }: SubscriberPreference): SubscriberPreference {
  return { ...(enabled === false && { enabled }), channels };
}

function strongest(values: (boolean | undefined)[]): boolean | undefined {
  return values.findLast((value) => value !== undefined);
}
