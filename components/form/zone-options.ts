import type { ComboOption } from './combo-box.tsx';

/** The IANA time zones as suggestions. */
export const ZONES: readonly ComboOption[] = Intl.supportedValuesOf('timeZone').map((value) => ({ value }));
