import { CHANNELS } from '#lib/providers/channel-names.ts';

/** The tabs of the dialog that adds an integration. */
export const PICKER_TABS = ['all', ...CHANNELS, 'agent'] as const;
export type PickerTab = (typeof PICKER_TABS)[number];
