import type { Channel } from '#lib/providers/channel.ts';

/** The preferences that a workflow stores: the default from its code, or the settings from the dashboard. */
export interface WorkflowPreferences {
  all?: { enabled?: boolean; readOnly?: boolean };
  channels?: Partial<Record<Channel, { enabled?: boolean }>>;
}

/** The two layers of preferences that a workflow has. */
export interface WorkflowLayers {
  defaultPreferences: WorkflowPreferences;
  /** The settings from the dashboard. */
  userPreferences: WorkflowPreferences | null;
}

/** Whether the workflow's preferences are read-only, so that subscribers cannot switch it off. */
export function isCritical({ defaultPreferences, userPreferences }: WorkflowLayers): boolean {
  return userPreferences?.all?.readOnly ?? defaultPreferences.all?.readOnly ?? false;
}
