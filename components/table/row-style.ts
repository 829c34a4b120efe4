/** How the rows of a list look on each screen: how high they are, and where there is a second line. Class names. */
export interface RowStyle {
  /** Shows the second line only where it is needed. */
  secondLine: string;
  /** Of the second line, where it may use the room of the next columns. `--next-columns` is their width. */
  overColumns?: string;
  /** Of each cell. */
  cell: string;
  /** Of the cell above the second line, and so of a second line that is wider than its cell. */
  firstCell?: string;
  /** Of cells that are next to the first of two lines. */
  onFirstLine: string;
  /** Of a placeholder, which is as high as a row with both lines. */
  skeleton: string;
  /** The width of the first column. Where the second line takes the place of other columns, the first one is all that is left. */
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
