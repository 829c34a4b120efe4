import type { Channel } from '#lib/providers/channel.ts';

/** The preferences that a workflow stores: its own default, or the settings made on the dashboard. */
export interface WorkflowPreferences {
  all?: { enabled?: boolean; readOnly?: boolean };
  channels?: Partial<Record<Channel, { enabled?: boolean }>>;
}

/** What a workflow says of its channels. */
export interface WorkflowLayers {
  defaultPreferences: WorkflowPreferences;
  /** The settings made on the dashboard. */
  userPreferences: WorkflowPreferences | null;
}

/** A workflow is critical when its preferences are read-only: subscribers cannot switch it off. */
export function isCritical({ defaultPreferences, userPreferences }: WorkflowLayers): boolean {
  return userPreferences?.all?.readOnly ?? defaultPreferences.all?.readOnly ?? false;
}
