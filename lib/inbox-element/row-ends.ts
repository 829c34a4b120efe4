/** Marks the ends at which a row that scrolls continues, so that the style sheet fades them. Sides are logical. */
export function markEnds(row: HTMLElement): void {
  const mark = () => {
    // From right to left, the offset is negative.
    const before = Math.abs(row.scrollLeft);
    row.classList.toggle('more-before', before > 1);
    row.classList.toggle('more-after', before + row.clientWidth < row.scrollWidth - 1);
  };
  row.addEventListener('scroll', mark, { passive: true });
  const sizes = new ResizeObserver(mark);
  for (const part of [row, ...row.children]) sizes.observe(part);
}
