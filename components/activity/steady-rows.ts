import type { RowStyle } from '#components/table/row-style.ts';

/** Styles next to an open run. The second line extends over the other columns, and all cells have the same height. */
const nextToOpenRun = {
  overColumns: 'lg:narrow:w-[calc(100%+var(--next-columns))] lg:narrow:pr-1',
  firstCell: 'lg:narrow:overflow-visible',
} as const;

/**
 * Rows with a second line below 1180 px and next to an open run. On wider screens all rows have the same height, so no
 * row moves when a run opens.
 */
export const steadyFromDesk: RowStyle = {
  ...nextToOpenRun,
  secondLine: 'lg:broad:hidden',
  cell: 'max-lg:py-2 lg:h-(--row-tall) lg:py-0 lg:align-middle',
  onFirstLine: 'max-lg:align-top lg:narrow:pb-[18px]',
  skeleton: 'max-lg:h-[max(57px,var(--row))] lg:h-(--row-tall) lg:py-0 lg:align-middle',
  firstColumn: 'lg:broad:w-(--width)',
};

/** Rows with a second line up to 1440 px, for lists next to other content. */
export const steadyFromWide: RowStyle = {
  ...nextToOpenRun,
  secondLine: 'xl:broad:hidden',
  cell: 'max-xl:py-2 lg:h-(--row-tall) lg:py-0 lg:align-middle',
  onFirstLine: 'max-xl:align-top lg:narrow:pb-[18px]',
  skeleton: 'max-xl:h-[max(57px,var(--row))] lg:h-(--row-tall) lg:py-0 lg:align-middle',
  firstColumn: 'xl:broad:w-(--width)',
};
