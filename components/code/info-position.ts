/** The place of the explanation next to the list of completions. */

/** A rectangle on the screen, in pixels. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The gap between the list and an explanation below or above it, in pixels. */
const GAP = 4;

/**
 * Returns the style of the explanation, relative to the list: to the right or left of it, level with the selected
 * suggestion. Without room at either side it is below the list, or above, so that it covers no other suggestion.
 */
export function infoPosition(list: Box, option: Box, info: Box, space: Box): { style: string; class?: string } {
  const [width, height] = [info.right - info.left, info.bottom - info.top];
  const side = sideFor(width, list, space);
  if (side !== undefined) {
    const top = Math.max(space.top, Math.min(option.top, space.bottom - height)) - list.top;
    return { style: `top: ${top}px`, class: `cm-completionInfo-${side}` };
  }
  const offset = list.bottom - list.top + GAP;
  const isBelow = space.bottom - list.bottom >= height + GAP || space.bottom - list.bottom > list.top - space.top;
  return { style: `${isBelow ? 'top' : 'bottom'}: ${offset}px; left: 0` };
}

function sideFor(width: number, list: Box, space: Box): 'right' | 'left' | undefined {
  if (space.right - list.right >= width) return 'right';
  return list.left - space.left >= width ? 'left' : undefined;
}
