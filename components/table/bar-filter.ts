import type { ReactNode } from 'react';

/** A filter of a bar that may lack room for all filters. */
export interface BarFilter {
  id: string;
  /** The name in the menu of filters that are not in the bar. */
  label: string;
  isSet: boolean;
  /** `always`: in the bar. `rarely`: only once it is set. Default: if it is set or there is room. */
  shown?: 'always' | 'rarely';
  chip: ReactNode;
}
