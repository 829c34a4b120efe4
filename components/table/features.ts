import {
  createColumnHelper,
  metaHelper,
  rowSortingFeature,
  type TableOptions,
  tableFeatures,
} from '@tanstack/react-table';

interface ColumnMeta {
  /** A CSS width; columns without one share what is left. */
  width?: string;
  align?: 'end';
  /** From which screen width on it is a column: always, from 640, 900, 1180 or 1280 px. Default 640. */
  from?: 'phone' | 'tablet' | 'desk' | 'wide' | 'full';
  /** Stands before the cell that is the row's link, as a checkbox does. */
  beforeLink?: true;
}

/** Pages and order come from the server; the table itself only lays out. */
export const features = tableFeatures({ rowSortingFeature, columnMeta: metaHelper<ColumnMeta>() });

export type Features = typeof features;
export type Columns<T extends object> = TableOptions<Features, T>['columns'];

/** The column helper of a row type. Call it at module scope: columns must keep their identity. */
export function columnHelper<T extends object>() {
  return createColumnHelper<Features, T>();
}

export const fromClass = {
  phone: '',
  tablet: 'max-sm:hidden',
  desk: 'max-md:hidden',
  wide: 'max-lg:hidden',
  full: 'max-[1279px]:hidden',
} as const satisfies Record<NonNullable<ColumnMeta['from']>, string>;
