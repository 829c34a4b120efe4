import type { PreferenceLayerName } from '#lib/preferences/effective.ts';

/** Who decided whether a channel is on, for people. */
const LAYERS = {
  subscriber_workflow: 'The subscriber’s choice for this workflow',
  subscriber_global: 'The subscriber’s choice for all workflows',
  workflow_user: 'The workflow’s settings',
  workflow_default: 'The workflow’s default',
  none: 'Nobody: channels are on by themselves',
} as const satisfies Record<PreferenceLayerName, string>;

export function layerText(layer: unknown): string {
  const name = String(layer);
  return Object.hasOwn(LAYERS, name) ? LAYERS[name as PreferenceLayerName] : name;
}
