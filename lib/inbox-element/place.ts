export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

const MARGIN = 8;
const GAP = 6;

/**
 * Returns where a layer opens next to its anchor: below it, or above it if there is more room, with one side aligned.
 * The layer never leaves the window. Pure, in pixels of the window.
 */
export function place(
  anchor: Box,
  layer: Pick<Box, 'width' | 'height'>,
  window: Pick<Box, 'width' | 'height'>,
  isLeftAligned: boolean,
): { left: number; top: number; maxHeight: number } {
  const below = window.height - (anchor.top + anchor.height) - GAP - MARGIN;
  const above = anchor.top - GAP - MARGIN;
  const isBelow = layer.height <= below || below >= above;
  const maxHeight = Math.max(isBelow ? below : above, 0);
  const height = Math.min(layer.height, maxHeight);
  const wanted = isLeftAligned ? anchor.left : anchor.left + anchor.width - layer.width;
  const left = Math.max(MARGIN, Math.min(wanted, window.width - layer.width - MARGIN));
  return { left, top: isBelow ? anchor.top + anchor.height + GAP : anchor.top - GAP - height, maxHeight };
}

/**
 * Places an element with a fixed position, aligned to the side of the anchor at which lines end, or begin.
 * Properties are set one by one, because policies forbid the attribute `style`.
 */
export function placeAt(layer: HTMLElement, anchor: Element, side: 'start' | 'end' = 'end'): void {
  const { style } = layer;
  style.maxHeight = '';
  const { left, top, width, height } = anchor.getBoundingClientRect();
  const room = { width: document.documentElement.clientWidth, height: window.innerHeight };
  const size = { width: layer.offsetWidth, height: layer.offsetHeight };
  const isRightToLeft = getComputedStyle(layer).direction === 'rtl';
  const at = place({ left, top, width, height }, size, room, isRightToLeft === (side === 'end'));
  style.left = `${at.left}px`;
  style.top = `${at.top}px`;
  style.maxHeight = `${at.maxHeight}px`;
}
