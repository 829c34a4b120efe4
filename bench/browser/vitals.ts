import type { BrowserContext, Page } from '@playwright/test';

/** The browser's own measurements of a page since it was opened, counted as the library web-vitals counts them. */
export interface Vitals {
  /** Milliseconds until the largest paint. */
  lcp: number;
  /** The largest sum of shifts within five seconds. */
  cls: number;
  /** The slowest interaction in milliseconds; 16 if all were shorter than a frame. */
  inp: number;
  /** Tasks of more than 50 ms, in milliseconds. */
  longTasks: number[];
}

declare global {
  interface Window {
    belfryVitals: {
      lcp: number;
      shifts: [at: number, value: number][];
      interactions: [id: number, ms: number][];
      longTasks: number[];
    };
  }
}

interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
}

/** Makes every page that the context opens later record its own measurements. */
export async function observe(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const seen: Window['belfryVitals'] = { lcp: 0, shifts: [], interactions: [], longTasks: [] };
    window.belfryVitals = seen;
    const on = (type: string, each: (entry: PerformanceEntry) => void, more: object = {}) =>
      new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true, ...more });
    on('largest-contentful-paint', (entry) => {
      seen.lcp = entry.startTime;
    });
    on('layout-shift', (entry) => {
      const { value, hadRecentInput, startTime } = entry as LayoutShift;
      if (!hadRecentInput) seen.shifts.push([startTime, value]);
    });
    on('longtask', ({ duration }) => seen.longTasks.push(duration));
    on(
      'event',
      (entry) => {
        const { interactionId, duration } = entry as PerformanceEventTiming;
        if (interactionId) seen.interactions.push([interactionId, duration]);
      },
      { durationThreshold: 16 },
    );
  });
}

export async function vitalsOf(page: Page): Promise<Vitals> {
  // The browser reports an interaction after the frame that shows it.
  await page.waitForTimeout(200);
  const { lcp, shifts, interactions, longTasks } = await page.evaluate(() => window.belfryVitals);
  return { lcp, cls: largestWindow(shifts), inp: Math.max(16, ...interactions.map(([, ms]) => ms)), longTasks };
}

/** Returns the largest sum of shifts. Shifts less than a second apart belong together, for five seconds at most. */
function largestWindow(shifts: readonly [number, number][]): number {
  let [most, sum, begun, last] = [0, 0, 0, Number.NEGATIVE_INFINITY];
  for (const [at, value] of shifts) {
    if (at - last > 1000 || at - begun > 5000) [sum, begun] = [0, at];
    [sum, last] = [sum + value, at];
    most = Math.max(most, sum);
  }
  return most;
}
