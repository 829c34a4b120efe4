import type { WorkflowListItem } from '#lib/workflows/schema.ts';

type ListedStep = Pick<WorkflowListItem['steps'][number], 'type' | 'slug'> & { issues?: unknown };

/** The widths in pixels: of an icon, of an icon with the number of its issues, of the counter “+12”, and of a gap. */
const [PLAIN, MARKED, COUNTER, GAP] = [24, 38, 26, 4];

/** Returns the number of steps whose icons fit into `room` pixels, with the counter of the others if some do not fit. */
export function fittingSteps(steps: readonly ListedStep[], room: number): number {
  const widthOf = (count: number) =>
    steps.slice(0, count).reduce((width, { issues }) => width + (issues ? MARKED : PLAIN) + GAP, 0) - GAP;
  if (widthOf(steps.length) <= room) return steps.length;
  const counts = steps.map((_, at) => at + 1);
  return Math.max(1, counts.findLast((count) => widthOf(count) + GAP + COUNTER <= room) ?? 1);
}
