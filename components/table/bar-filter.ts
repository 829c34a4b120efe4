import type { ReactNode } from 'react';

/** A filter of a bar that has more of them than room. */
export interface BarFilter {
  id: string;
  /** Its name in the menu of those that are not in the bar. */
  label: string;
  isSet: boolean;
  /** `always`: in the bar. `rarely`: only once it is set. Otherwise while it is set, or there is room. */
  shown?: 'always' | 'rarely';
  chip: ReactNode;
}
