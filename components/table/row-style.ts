/** Class names for the row height and the second line of a list at each screen width. */
export interface RowStyle {
  /** Shows the second line only on screens that need it. */
  secondLine: string;
  /** Classes of a second line that may extend over the next columns. `--next-columns` is their width. */
  overColumns?: string;
  /** Classes of each cell. */
  cell: string;
  /** Classes of the cell above the second line. The style also applies to a second line that is wider than the cell. */
  firstCell?: string;
  /** Classes of cells next to the first of two lines. */
  onFirstLine: string;
  /** Classes of a placeholder with the height of a row with both lines. */
  skeleton: string;
  /** The width of the first column. Where the second line replaces other columns, only the first column is left. */
  firstColumn: string;
}

/** A second line below 640 px, where most columns are hidden. */
export const phoneRows: RowStyle = {
  secondLine: 'sm:hidden',
  cell: 'max-sm:py-2',
  onFirstLine: 'max-sm:align-top',
  skeleton: 'max-sm:h-[max(57px,var(--row))]',
  firstColumn: 'sm:w-(--width)',
};

/** Rows of several lines in each column, which begin on one line. */
export const tallRows: RowStyle = { ...phoneRows, cell: 'py-2 align-top' };
