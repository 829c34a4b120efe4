/** The height of the tallest day, in pixels. */
export const DAY_HEIGHT = 56;

/** The minimum heights of counts above zero, so that one failure among ten thousand messages is visible. */
const MIN_HEIGHT = { sent: 2, failed: 4 } as const;

interface Day {
  sent: number;
  failed: number;
}

/** Returns the heights of the parts of each day’s bar in pixels, all on one scale. Their sum fits `DAY_HEIGHT`. */
export function dayHeights(days: readonly Day[]): Day[] {
  const most = Math.max(1, ...days.map(({ sent, failed }) => sent + failed));
  const px = (count: number, least: number) =>
    count === 0 ? 0 : Math.max(least, Math.round((count / most) * DAY_HEIGHT));
  return days.map(({ sent, failed }) => {
    const red = Math.min(px(failed, MIN_HEIGHT.failed), DAY_HEIGHT - (sent > 0 ? MIN_HEIGHT.sent : 0));
    return { failed: red, sent: Math.min(px(sent, MIN_HEIGHT.sent), DAY_HEIGHT - red) };
  });
}
