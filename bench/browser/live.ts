/**
 * Measures whether Activity with live updates stays usable at 200 triggered and delivered runs per second: slowest
 * interaction, long tasks, memory, and the number of requests of the page.
 *
 *   node bench/browser/live.ts
 *   … --rate=200 --seconds=60
 */
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { CDPSession, Page } from '@playwright/test';
import { addWorkflow, createTenant, SUBSCRIBERS, type Tenant } from '#bench/delivery/tenant.ts';
import type { CreateIntegrationBody } from '#lib/integrations/schema.ts';
import { createIntegration } from '#lib/integrations/service.ts';
import { runMain } from '#scripts/cli-error.ts';
import { openStage, quantile, rowsOf } from './stage.ts';
import { observe, vitalsOf } from './vitals.ts';

const { values: options } = parseArgs({
  options: { rate: { type: 'string', default: '200' }, seconds: { type: 'string', default: '60' } },
});

const WORKFLOW = 'order-confirmed';
const EMAIL = {
  type: 'email',
  name: 'Receipt',
  controlValues: { subject: 'Order {{ payload.n }}', body: '<p>Thank you.</p>', editorType: 'html' },
};

const SANDBOX = {
  providerId: 'sendgrid',
  channel: 'email',
  name: 'Sandbox',
  active: true,
  sandbox: true,
  credentials: {},
};

await runMain(async () => {
  let tenant: Tenant | undefined;
  const stage = await openStage('demo', {
    worker: true,
    environmentOf: async (database) => {
      tenant = await createTenant(database);
      await createIntegration(tenant.ctx, { ...SANDBOX } as unknown as CreateIntegrationBody);
      await addWorkflow(tenant, WORKFLOW, [EMAIL]);
      return { id: tenant.environmentId, slug: 'development', organizationId: tenant.ctx.organizationId };
    },
  });
  try {
    if (!tenant) throw new Error('No tenant');
    await trigger(stage.origin, tenant, 60); // rows to look at
    const context = await stage.openContext();
    await observe(context);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable');
    await page.goto('/development/activity');
    await rowsOf(page, 'Runs').nth(20).waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    await sleep(3_000);
    console.log(
      `\n| | long tasks | longest long task | slowest interaction | requests/s | JS heap MB, collected | DOM nodes |\n|---|---:|---:|---:|---:|---:|---:|`,
    );
    await phase('before', page, session, 10, () => sleep(10_000));
    const shown = await rowsOf(page, 'Runs').first().getAttribute('data-row');
    const seconds = Number(options.seconds);
    const accepted = await phase(`${options.rate} runs/s`, page, session, seconds, () =>
      load(stage.origin, tenant as Tenant, seconds),
    );
    await phase('after', page, session, 10, () => sleep(10_000));
    const first = await rowsOf(page, 'Runs').first().getAttribute('data-row');
    const pill = page.getByRole('button', { name: / new$/ });
    const text = await pill.textContent();
    const started = performance.now();
    await pill.click();
    await rowsOf(page, 'Runs')
      .and(page.locator(`:not([data-row="${shown}"])`))
      .first()
      .waitFor();
    const openedMs = performance.now() - started;
    console.log(
      `\n${accepted.triggered} triggered, ${accepted.failed} failed, trigger p99 ${accepted.p99Ms.toFixed(0)} ms; load of the machine ${loadavg()[0]?.toFixed(1)}`,
    );
    console.log(
      `The rows ${first === shown ? 'stayed in place' : 'MOVED'}; the pill showed "${text}"; the new rows appeared ${openedMs.toFixed(0)} ms after the click`,
    );
    await context.close();
  } finally {
    await stage.stop();
  }
});

/** Measures the page while `work` runs and a user works on it, as one row. */
async function phase<T>(
  name: string,
  page: Page,
  session: CDPSession,
  seconds: number,
  work: () => Promise<T>,
): Promise<T> {
  await page.evaluate(() => Object.assign(window.belfryVitals, { longTasks: [], interactions: [] }));
  let requests = 0;
  const count = () => void requests++;
  page.on('request', count);
  const [result] = await Promise.all([work(), workOn(page, seconds)]);
  page.off('request', count);
  const { inp, longTasks } = await vitalsOf(page);
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const metric = (wanted: string) => metrics.find((one) => one.name === wanted)?.value ?? Number.NaN;
  const heap = (metric('JSHeapUsedSize') / 1e6).toFixed(1);
  console.log(
    `| ${name}, ${seconds} s | ${longTasks.length} | ${Math.max(0, ...longTasks).toFixed(0)} ms | ${inp} ms | ${(requests / seconds).toFixed(1)} | ${heap} | ${metric('Nodes')} |`,
  );
  return result;
}

/** Opens and closes a run, a filter and the menu repeatedly. */
async function workOn(page: Page, seconds: number): Promise<void> {
  for (const until = Date.now() + seconds * 1000; Date.now() < until; ) {
    await rowsOf(page, 'Runs').nth(5).click();
    await page.getByRole('heading', { level: 2 }).first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Status', exact: true }).click();
    await page.getByRole('checkbox').first().waitFor();
    await page.keyboard.press('Escape');
    await page.waitForTimeout(500);
  }
}

/** Triggers at a steady pace, even if the responses do not keep up. */
async function load(origin: string, tenant: Tenant, seconds: number) {
  const rate = Number(options.rate);
  const times: number[] = [];
  let failed = 0;
  const requests: Promise<void>[] = [];
  const begun = performance.now();
  for (let n = 0; n < seconds * rate; n++) {
    const ahead = begun + (n * 1000) / rate - performance.now();
    if (ahead > 1) await sleep(ahead);
    const sentAt = performance.now();
    requests.push(
      post(origin, tenant, n).then((ok) => {
        times.push(performance.now() - sentAt);
        if (!ok) failed++;
      }),
    );
  }
  await Promise.all(requests);
  return { triggered: requests.length, failed, p99Ms: quantile(times, 0.99) };
}

async function trigger(origin: string, tenant: Tenant, count: number): Promise<void> {
  await Promise.all(Array.from({ length: count }, (_, n) => post(origin, tenant, n)));
  await sleep(2_000);
}

async function post(origin: string, { authorization }: Tenant, n: number): Promise<boolean> {
  const body = JSON.stringify({ name: WORKFLOW, to: `s-${1 + (n % SUBSCRIBERS)}`, payload: { n } });
  const headers = { authorization, 'content-type': 'application/json' };
  const response = await fetch(`${origin}/api/v1/events/trigger`, { method: 'POST', headers, body });
  await response.text();
  return response.ok;
}
