import { createColumnHelper, metaHelper, type TableOptions, tableFeatures } from '@tanstack/react-table';

interface ColumnMeta {
  /** A CSS width. Columns without a width share the rest. */
  width?: string;
  align?: 'end';
  /** Aligns the cell with the first line of a taller row, for example a time. Default: in the middle. */
  onFirstLine?: true;
  /** The smallest screen with this column: any, 640, 900, 1180, 1280, 1440 or 1520 px. Default 640. */
  from?: 'phone' | 'tablet' | 'desk' | 'wide' | 'full' | 'widest' | 'roomy';
  /** The direction of the first click on the head of a column by which the server can sort. */
  sort?: 'asc' | 'desc';
  /** Whether the column is before the cell with the row's link, for example a checkbox. */
  beforeLink?: true;
}

export interface Sort {
  /** The column's ID. */
  id: string;
  desc: boolean;
}

/** The server pages and sorts; the table only displays. */
export const features = tableFeatures({ columnMeta: metaHelper<ColumnMeta>() });

export type Features = typeof features;
export type Columns<T extends object> = TableOptions<Features, T>['columns'];

/** Returns the columns without the column of this ID or key. Call it at module scope, like `columnHelper`. */
export function withoutColumn<T extends object>(columns: Columns<T>, id: string): Columns<T> {
  return columns.filter((column) => column.id !== id && !('accessorKey' in column && column.accessorKey === id));
}

/** Returns the column helper of a row type. Call it at module scope, because columns must keep their identity. */
export function columnHelper<T extends object>() {
  return createColumnHelper<Features, T>();
}

/** Classes that hide columns on smaller screens. With room `narrow`, only the columns for small screens are shown. */
export const fromClass = {
  phone: '',
  tablet: 'max-sm:hidden',
  desk: 'max-md:hidden',
  wide: 'max-lg:hidden narrow:hidden',
  full: 'max-[1279px]:hidden narrow:hidden',
  widest: 'max-xl:hidden narrow:hidden',
  roomy: 'max-[1519px]:hidden narrow:hidden',
} as const satisfies Record<NonNullable<ColumnMeta['from']>, string>;

type From = keyof typeof fromClass;

const SCREENS = Object.keys(fromClass) as From[];

const lastBelow = {
  phone: undefined,
  tablet: 'max-sm:pr-4',
  desk: 'max-md:pr-4',
  wide: 'max-lg:pr-3 max-md:pr-4 narrow:pr-3',
  full: 'max-[1279px]:pr-3 max-md:pr-4 narrow:pr-3',
  widest: 'max-xl:pr-3 max-md:pr-4 narrow:pr-3',
  roomy: 'max-[1519px]:pr-3 max-md:pr-4 narrow:pr-3',
} as const satisfies Record<From, string | undefined>;

/** Returns the class that aligns a column with the list's end on screens on which all later columns are hidden. */
export function endClass(froms: readonly (From | undefined)[], index: number): string | undefined {
  const [own = 0, ...later] = froms.slice(index).map((from) => SCREENS.indexOf(from ?? 'tablet'));
  const next = SCREENS[Math.min(...later)];
  return next && Math.min(...later) > own ? lastBelow[next] : undefined;
}
