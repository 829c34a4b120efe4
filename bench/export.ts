/**
 * Measures the export of 100,000 runs: memory of the web process, time and first byte, and the behaviour if the reader
 * stops or disconnects.
 *
 *   node bench/export.ts                          the default data set, 1 M messages
 *   … --readers=20                                readers that stop in the middle
 */
import { type IncomingMessage, get as request } from 'node:http';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { build } from '#scripts/build.ts';
import { runMain } from '#scripts/cli-error.ts';
import { showProgress } from '#scripts/progress.ts';
import { openBenchDatabase } from './database.ts';
import { type Server, startWeb } from './servers.ts';

const { values: options } = parseArgs({ options: { readers: { type: 'string', default: '20' } } });

await runMain(async () => {
  await showProgress('Build the dashboard', build);
  const { apiKey, variables, url, stop } = await openBenchDatabase('default');
  const web = await showProgress('Start the web process', () => startWeb(variables));
  const database = new pg.Pool({ connectionString: url, max: 1 });
  const open = (format: string) => openExport(web.origin, apiKey, format);
  try {
    await readAll(web, await open('csv&limit=2000')); // warm-up
    console.log(`\nLoad of the machine: ${loadavg()[0]?.toFixed(1)}\n`);
    console.log(
      '| export | rows | MB | first byte | total | web process MB before, peak, after | reader MB, peak |\n|---|---:|---:|---:|---:|---:|---:|',
    );
    for (const format of ['csv', 'ndjson', 'csv']) {
      const before = web.memoryMb();
      const read = await readAll(web, await open(format));
      await sleep(2_000);
      console.log(
        `| ${format} | ${read.rows.toLocaleString('en')} | ${(read.bytes / 1e6).toFixed(1)} | ${read.firstMs.toFixed(0)} ms | ${(read.allMs / 1000).toFixed(1)} s | ${before}, ${read.mostMb}, ${web.memoryMb()} | ${read.ownMb} |`,
      );
    }
    await stopInTheMiddle(web, database, open);
  } finally {
    await database.end();
    await web.stop();
    await stop();
  }
});

interface Opened {
  answer: IncomingMessage;
  sentAt: number;
}

function openExport(origin: string, apiKey: string, format: string): Promise<Opened> {
  const sentAt = performance.now();
  return new Promise((resolve, reject) => {
    const path = `${origin}/api/v1/notifications/export?format=${format}`;
    request(path, { headers: { authorization: `ApiKey ${apiKey}` }, agent: false }, (answer) => {
      if (answer.statusCode === 200) resolve({ answer, sentAt });
      else reject(new Error(`The response to the export was ${answer.statusCode}`));
    }).on('error', reject);
  });
}

async function readAll(web: Server, { answer, sentAt }: Opened) {
  let [bytes, rows, firstMs, mostMb, ownMb] = [0, 0, 0, 0, 0];
  const check = () => {
    mostMb = Math.max(mostMb, web.memoryMb());
    ownMb = Math.max(ownMb, Math.round(process.memoryUsage.rss() / 2 ** 20));
  };
  const timer = setInterval(check, 100);
  for await (const piece of answer as AsyncIterable<Buffer>) {
    firstMs ||= performance.now() - sentAt;
    bytes += piece.length;
    for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, at + 1)) rows++;
  }
  clearInterval(timer);
  check();
  return { bytes, rows, firstMs, allMs: performance.now() - sentAt, mostMb, ownMb };
}

/** Starts readers that read only the beginning, and then disconnect. */
async function stopInTheMiddle(web: Server, database: pg.Pool, open: (format: string) => Promise<Opened>) {
  const state = async () => {
    const { rows } = await database.query(
      `SELECT count(*) FILTER (WHERE state = 'active')::int AS active, count(*) FILTER (WHERE state LIKE 'idle in%')::int AS held
       FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
    return `${web.memoryMb()} MB, ${web.openFiles()} open files, ${rows[0].active} statements running, ${rows[0].held} transactions held`;
  };
  console.log(`\nBefore: ${await state()}`);
  const opened = await Promise.all(Array.from({ length: Number(options.readers) }, () => open('ndjson')));
  for (const { answer } of opened) answer.once('data', () => answer.pause());
  await sleep(15_000);
  console.log(`${opened.length} readers that stopped 15 s ago: ${await state()}`);
  for (const { answer } of opened) answer.destroy();
  await sleep(3_000);
  console.log(`3 s after the readers disconnected: ${await state()}`);
}
