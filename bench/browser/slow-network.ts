/**
 * Measures the time to Activity's first rows, and its causes, over a slow network (50 kB/s, 400 ms) with an empty cache.
 *
 *   node bench/browser/slow-network.ts            on the demo company
 *   … --data=default --rounds=3 --kb=50 --ms=400
 *   … --waterfall                                 every request of the last round
 */
import { parseArgs } from 'node:util';
import type { Page } from '@playwright/test';
import { runMain } from '#scripts/cli-error.ts';
import { openStage, quantile, type StageData } from './stage.ts';

const { values: options } = parseArgs({
  options: {
    data: { type: 'string', default: 'demo' },
    rounds: { type: 'string', default: '3' },
    kb: { type: 'string', default: '50' },
    ms: { type: 'string', default: '400' },
    waterfall: { type: 'boolean', default: false },
  },
});

interface Load {
  /** Milliseconds from entering the URL to the first rows. */
  rowsMs: number;
  usableMs: number;
  /** Compressed bytes loaded by the first rows. */
  rowBytes: number;
  usableBytes: number;
}

interface Fetched {
  url: string;
  type: string;
  startMs: number;
  endMs: number;
  bytes: number;
}

await runMain(async () => {
  const stage = await openStage(options.data as StageData);
  try {
    const loads: Load[] = [];
    for (let round = 0; round < Number(options.rounds); round++) {
      const context = await stage.openContext();
      const page = await context.newPage();
      const { load, fetched } = await loadSlowly(page, `/${stage.environment.slug}/activity?range=90d`);
      loads.push(load);
      if (options.waterfall && round === Number(options.rounds) - 1) console.log(waterfall(fetched));
      await context.close();
    }
    const row = (name: string, of: (load: Load) => number, bytesOf: (load: Load) => number) =>
      `| ${name} | ${(quantile(loads.map(of), 0.5) / 1000).toFixed(2)} s | ${(Math.max(...loads.map(of)) / 1000).toFixed(2)} s | ${Math.round(quantile(loads.map(bytesOf), 0.5) / 1000)} kB |`;
    console.log(
      `\n| Activity at ${options.kb} kB/s and ${options.ms} ms, empty cache | median | slowest | loaded by then |\n|---|---:|---:|---:|`,
    );
    console.log(
      row(
        'first rows',
        ({ rowsMs }) => rowsMs,
        ({ rowBytes }) => rowBytes,
      ),
    );
    console.log(
      row(
        'a row opens at a click',
        ({ usableMs }) => usableMs,
        ({ usableBytes }) => usableBytes,
      ),
    );
  } finally {
    await stage.stop();
  }
});

async function loadSlowly(page: Page, path: string): Promise<{ load: Load; fetched: Fetched[] }> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const bytesPerSecond = Number(options.kb) * 1000;
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: Number(options.ms),
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  const fetched = new Map<string, Fetched>();
  let bytes = 0;
  let begun = 0;
  session.on('Network.requestWillBeSent', ({ requestId, request, type, timestamp }) => {
    begun ||= timestamp;
    const startMs = (timestamp - begun) * 1000;
    fetched.set(requestId, { url: request.url, type: type ?? '', startMs, endMs: Number.NaN, bytes: 0 });
  });
  session.on('Network.dataReceived', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength, timestamp }) => {
    const one = fetched.get(requestId);
    if (one) Object.assign(one, { endMs: (timestamp - begun) * 1000, bytes: encodedDataLength });
  });
  await page.addInitScript(watchRows);
  await page.goto(path, { waitUntil: 'commit' });
  const bytesAt = async (moment: 'shown' | 'taken') => {
    await page.waitForFunction((name) => window.belfryRows?.[name] !== undefined, moment, { timeout: 60_000 });
    return bytes;
  };
  const rowBytes = await bytesAt('shown');
  const usableBytes = await bytesAt('taken');
  const { shown = Number.NaN, taken = Number.NaN } = await page.evaluate(() => window.belfryRows);
  const load = { rowsMs: shown, usableMs: taken, rowBytes, usableBytes };
  return { load, fetched: [...fetched.values()] };
}

declare global {
  interface Window {
    /** The times of the first row and of its hydration by React, in milliseconds since the page was requested. */
    belfryRows: { shown?: number; taken?: number };
  }
}

/** Watches for the first rows. Runs in the page. There is no frame before the style sheet has loaded. */
function watchRows(): void {
  const seen: Window['belfryRows'] = {};
  window.belfryRows = seen;
  const check = () => {
    const row = document.querySelector('table[aria-label="Runs"] tbody tr[data-row]');
    if (row && row.getClientRects().length > 0) seen.shown ??= performance.now();
    if (row && Object.keys(row).some((key) => key.startsWith('__reactProps'))) seen.taken = performance.now();
    else requestAnimationFrame(check);
  };
  requestAnimationFrame(check);
}

function waterfall(fetched: readonly Fetched[]): string {
  const lines = fetched.map(({ url, type, startMs, endMs, bytes }) => {
    const at = (ms: number) => (ms / 1000).toFixed(2).padStart(6);
    return `${at(startMs)} → ${at(endMs)} s ${(bytes / 1000).toFixed(1).padStart(7)} kB  ${type.padEnd(10)} ${new URL(url).pathname}`;
  });
  return lines.join('\n');
}
