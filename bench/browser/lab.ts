/**
 * Measures the speed of the pages for support in a production build: largest paint, slowest interaction, layout shifts,
 * and on Activity the time from a filter's click to its rows.
 *
 *   node bench/browser/lab.ts                     on the demo company
 *   … --data=default                              1 M messages; --data=full: 10 M
 *   … --rounds=5 --cpu=4                          visits of each page; factor by which the processor is slower
 *   … --only=Activity
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import type { Page } from '@playwright/test';
import { runMain } from '#scripts/cli-error.ts';
import { openStage, quantile, rowsOf, type Stage, type StageData } from './stage.ts';
import { observe, type Vitals, vitalsOf } from './vitals.ts';

const { values: options } = parseArgs({
  options: {
    data: { type: 'string', default: 'demo' },
    rounds: { type: 'string', default: '5' },
    cpu: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
  },
});

/** One page: its path below the environment, its loaded state, and the actions of its user. */
interface Visit {
  path: string;
  ready: (page: Page) => Promise<void>;
  use: (page: Page) => Promise<void>;
}

const STATUSES = ['Failed', 'Skipped', 'Sent', 'Cancelled', 'Queued', 'Waiting', 'Merged', 'Throttled', 'Done'];

/** Milliseconds until a page counts as settled. The stream of live updates never ends, so the network is never idle. */
const SETTLED_MS = 1_500;

await runMain(async () => {
  const stage = await openStage(options.data as StageData, { worker: true }); // without a worker, a banner moves the rows
  try {
    console.log(`\nLoad of the machine before: ${loadavg()[0]?.toFixed(1)}\n`);
    console.log(
      '| page | LCP ms, median (slowest) | INP ms | CLS | long tasks, ms in total |\n|---|---:|---:|---:|---:|',
    );
    for (const [name, visit] of Object.entries(await visits(stage))) {
      if (!name.includes(options.only)) continue;
      const all: Vitals[] = [];
      for (let round = 0; round < Number(options.rounds); round++) all.push(await visitOnce(stage, visit));
      console.log(`| ${name} | ${figures(all)} |`);
    }
    const times = await filterTimes(stage);
    const at = (share: number) => quantile(times, share).toFixed(0);
    console.log(
      `\nFrom the click on a filter to the filtered rows, ${times.length} clicks: median ${at(0.5)} ms, p95 ${at(0.95)} ms, slowest ${at(1)} ms`,
    );
  } finally {
    await stage.stop();
  }
});

function figures(all: readonly Vitals[]): string {
  const of = (read: (vitals: Vitals) => number) => all.map(read);
  const lcp = of((vitals) => vitals.lcp);
  const long = quantile(
    of(({ longTasks }) => longTasks.reduce((sum, ms) => sum + ms, 0)),
    0.5,
  );
  return [
    `${quantile(lcp, 0.5).toFixed(0)} (${Math.max(...lcp).toFixed(0)})`,
    Math.max(...of(({ inp }) => inp)).toFixed(0),
    Math.max(...of(({ cls }) => cls)).toFixed(3),
    long.toFixed(0),
  ].join(' | ');
}

async function visitOnce(stage: Stage, { path, ready, use }: Visit): Promise<Vitals> {
  const context = await stage.openContext();
  await observe(context);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: Number(options.cpu) });
  await page.goto(`/${stage.environment.slug}${path}`);
  await ready(page);
  await page.waitForTimeout(SETTLED_MS);
  await use(page);
  const vitals = await vitalsOf(page);
  await context.close();
  return vitals;
}

async function visits({ database, environment }: Stage): Promise<Record<string, Visit>> {
  const { rows } = await database.query(
    `SELECT n.id AS run, s.subscriber_id AS subscriber FROM notifications n
     JOIN subscribers s ON s.environment_id = n.environment_id AND s.id = n.subscriber_id
     WHERE n.environment_id = $1 AND EXISTS (SELECT 1 FROM jobs j WHERE j.environment_id = n.environment_id AND j.notification_id = n.id)
     ORDER BY n.id DESC LIMIT 1`,
    [environment.id],
  );
  const { run, subscriber } = rows[0];
  const list = (label: string) => async (page: Page) => rowsOf(page, label).first().waitFor();
  const search = (name: RegExp) => async (page: Page) => {
    await page.getByRole('searchbox', { name }).or(page.getByRole('textbox', { name })).first().click();
    await page.keyboard.type('ada', { delay: 60 });
    await page.waitForTimeout(800);
  };
  return {
    Activity: { path: '/activity?range=90d', ready: list('Runs'), use: tryActivity },
    run: {
      path: `/activity?range=90d&run=${run}`,
      ready: (page) => page.getByRole('heading', { level: 2 }).first().waitFor(),
      use: tryRun,
    },
    Explain: {
      path: `/explain?subscriber=${run}`,
      ready: (page) => page.getByRole('heading', { level: 2 }).first().waitFor(),
      use: tabThrough,
    },
    subscribers: { path: '/subscribers', ready: list('Subscribers'), use: search(/search subscribers/i) },
    profile: {
      path: `/subscribers/${encodeURIComponent(subscriber)}`,
      ready: (page) => page.getByRole('tab').first().waitFor(),
      use: tryProfile,
    },
    Messages: { path: '/messages', ready: list('Messages'), use: search(/search messages/i) },
    workflows: { path: '/workflows', ready: list('Workflows'), use: search(/search/i) },
  };
}

async function tryActivity(page: Page): Promise<void> {
  await chooseStatus(page, 'Failed');
  await page.keyboard.press('Escape');
  await page.waitForTimeout(SETTLED_MS); // the matching rows replace the others
  await rowsOf(page, 'Runs').first().click();
  await page.getByRole('heading', { level: 2 }).first().waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('Escape');
  await page.waitForTimeout(300);
}

async function tryRun(page: Page): Promise<void> {
  const run = page.getByRole('region', { name: 'Run', exact: true });
  // The last button is clicked first, because content opens and closes below its button.
  for (const button of (await run.locator('button[aria-expanded]:visible').all()).slice(-3).reverse()) {
    await button.click();
    await page.waitForTimeout(100);
  }
  await page.keyboard.press('Escape');
}

async function tryProfile(page: Page): Promise<void> {
  for (const tab of await page.getByRole('tab').all()) {
    await tab.click();
    await page.waitForTimeout(300);
  }
}

async function tabThrough(page: Page): Promise<void> {
  for (let n = 0; n < 8; n++) await page.keyboard.press('Tab');
}

async function chooseStatus(page: Page, status: string): Promise<void> {
  await page.getByRole('button', { name: 'Status', exact: true }).click();
  await page.getByRole('checkbox', { name: status, exact: true }).click();
}

/**
 * Measures filter changes. Each click adds or removes a status. Each combination of statuses occurs once, so that no
 * list is cached.
 */
async function filterTimes(stage: Stage): Promise<number[]> {
  const times: number[] = [];
  for (const range of ['24h', '90d']) {
    const context = await stage.openContext();
    const page = await context.newPage();
    await page.goto(`/${stage.environment.slug}/activity?range=${range}`);
    await page.getByRole('button', { name: 'Refresh' }).waitFor();
    await page.waitForTimeout(SETTLED_MS);
    await page.getByRole('button', { name: 'Status', exact: true }).click();
    for (const status of [...STATUSES, ...STATUSES.slice(0, -1)]) {
      const box = page.getByRole('checkbox', { name: status, exact: true });
      await box.waitFor();
      const [ms] = await Promise.all([page.evaluate(untilRows), box.click()]);
      times.push(ms);
      await page.waitForTimeout(150);
    }
    await context.close();
  }
  return times;
}

/** Returns the time from the next click to the frame with the rows or the empty state. Runs in the page. */
function untilRows(): Promise<number> {
  return new Promise((resolve) => {
    let clickedAt = 0;
    addEventListener(
      'click',
      ({ timeStamp }) => {
        clickedAt = timeStamp;
        const region = document.querySelector('section[aria-label="Runs"]');
        const check = () => {
          const list = region?.querySelector('[aria-busy]');
          if (list?.getAttribute('aria-busy') === 'true') return;
          watcher.disconnect();
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - clickedAt)));
        };
        const watcher = new MutationObserver(check);
        // The browser handles the click first, which starts the request.
        setTimeout(() => {
          watcher.observe(document.body, { subtree: true, childList: true, attributes: true });
          check();
        });
      },
      { capture: true, once: true },
    );
  });
}
