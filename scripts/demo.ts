import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { disconnect } from '#lib/postgres/db.ts';
import { textOf, writeArchive } from '#prisma/demo/archive.ts';
import { generateHistory } from '#prisma/demo/generate.ts';
import { DAYS, historyTime } from '#prisma/demo/timeline.ts';
import { startScratchDatabase } from '#testing/scratch-database.ts';

/**
 * Runs `npm run demo`: regenerates the history of the demo, in a few minutes. `--days 1 --to file` creates only the
 * first day, and writes it as text.
 */
const { values } = parseArgs({ options: { days: { type: 'string', default: String(DAYS) }, to: { type: 'string' } } });

process.env.ENCRYPTION_KEYS = `demo:${Buffer.alloc(32, 1).toString('base64')}`;
process.env.AUTH_SECRET = 'demo-secret-demo-secret-demo-secret';
process.env.LOG_LEVEL ??= 'warn';
const stop = await startScratchDatabase();
try {
  const archive = await generateHistory(historyTime(Number(values.days)));
  if (values.to) writeFileSync(values.to, textOf(archive));
  else console.log(`${archive.lines.length} transactions, ${Math.round(writeArchive(archive) / 1024)} kB`);
} finally {
  await disconnect();
  await stop();
}
process.exit();
