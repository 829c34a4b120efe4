/**
 * Keeps a row of tabs usable where it is too narrow for all: the style sheet fades the ends at which the row continues, the
 * wheel scrolls the row, and the chosen tab stays in view. Sides are logical.
 */
export function keepInRow(row: HTMLElement): void {
  const mark = () => {
    // From right to left, the offset is negative.
    const before = Math.abs(row.scrollLeft);
    row.classList.toggle('more-before', before > 1);
    row.classList.toggle('more-after', before + row.clientWidth < row.scrollWidth - 1);
  };
  row.addEventListener('scroll', mark, { passive: true });
  row.addEventListener('wheel', (event) => onWheel(row, event), { passive: false });
  const sizes = new ResizeObserver((changes) => {
    if (changes.some(({ target }) => target === row)) showChosen(row);
    mark();
  });
  for (const part of [row, ...row.children]) sizes.observe(part);
}

/** Brings the chosen tab into the middle of its row. Unlike `scrollIntoView`, this never scrolls the page. */
export function showChosen(row: HTMLElement): void {
  const [outer, inner] = [row, row.querySelector('[aria-selected=true]')].map((part) => part?.getBoundingClientRect());
  if (outer && inner) row.scrollLeft += (inner.left + inner.right - outer.left - outer.right) / 2;
}

/** A wheel without a sideways part scrolls the row, and the page where the row ends. */
function onWheel(row: HTMLElement, event: WheelEvent): void {
  const before = row.scrollLeft;
  if (event.deltaX || event.ctrlKey) return;
  row.scrollLeft += row.matches(':dir(rtl)') ? -event.deltaY : event.deltaY;
  if (row.scrollLeft !== before) event.preventDefault();
}
