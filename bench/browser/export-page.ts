/**
 * Measures the cost of exporting 100,000 runs in the user's browser: `node bench/browser/export-page.ts` (the default
 * data set, 1 M messages).
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { runMain } from '#scripts/cli-error.ts';
import { openStage, rowsOf } from './stage.ts';

await runMain(async () => {
  const stage = await openStage('default');
  try {
    const context = await stage.openContext();
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable');
    await page.goto(`/${stage.environment.slug}/activity?range=90d&from=2020-01-01T00:00:00.000Z`);
    await rowsOf(page, 'Runs').first().waitFor();
    const heapMb = async () => {
      await session.send('HeapProfiler.collectGarbage');
      const { metrics } = await session.send('Performance.getMetrics');
      return Math.round((metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0) / 1e6);
    };
    console.log(
      '\n| export | MB | seconds | JS heap MB before, after | processes of the browser MB before, peak |\n|---|---:|---:|---:|---:|',
    );
    for (const [format, item] of [
      ['CSV', /^CSV/],
      ['NDJSON', /^NDJSON/],
    ] as const) {
      const before = [await heapMb(), browserMb()];
      let most = 0;
      const timer = setInterval(() => {
        most = Math.max(most, browserMb());
      }, 200);
      const started = performance.now();
      await page.getByRole('button', { name: 'Export' }).click();
      const arrives = page.waitForEvent('download', { timeout: 300_000 });
      await page.getByRole('menuitem', { name: item }).click();
      const path = await (await arrives).path();
      clearInterval(timer);
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      const megabytes = (statSync(path).size / 1e6).toFixed(1);
      console.log(
        `| ${format} | ${megabytes} | ${seconds} | ${before[0]}, ${await heapMb()} | ${before[1]}, ${most} |`,
      );
    }
    await context.close();
  } finally {
    await stage.stop();
  }
});

/** Returns the memory of every Chromium below this process. Shared memory counts for each of them. */
function browserMb(): number {
  const parents = new Map<number, number>();
  for (const entry of readdirSync('/proc')) {
    const status = /^\d+$/.test(entry) ? statusOf(entry) : undefined;
    if (status) parents.set(Number(entry), Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]));
  }
  const isOurs = (pid: number | undefined): boolean => pid === process.pid || (!!pid && isOurs(parents.get(pid)));
  const kilobytes = [...parents.keys()].filter(isOurs).map((pid) => {
    const status = statusOf(String(pid)) ?? '';
    return /^Name:\s+\S*chrom/m.test(status) ? Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) : 0;
  });
  return Math.round(kilobytes.reduce((sum, one) => sum + one, 0) / 1024);
}

function statusOf(pid: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return undefined; // the process has ended
  }
}
