/**
 * Measures triggers, deliveries and the time between them, with real processes on this machine. `npm run bench` runs it too.
 *
 *   node bench/delivery/run.ts            all (on a fresh clone `npm run db:generate` first)
 *   … --only=sms                          parts whose name contains the word: trigger, bulk, sms, mail, fanout, idle, waiting
 *   … --scale=0.2                         fewer deliveries, shorter rounds
 *   … --write                             keep the table in bench/RESULTS.md
 *   … --plans=5                           plans of statements that take 5 ms, in .scratch/bench-delivery/postgres.log
 *   … --statements                        PostgreSQL's time by statement
 *
 * PROFILE=worker (or server) leaves CPU profiles in .scratch/profiles.
 */
import { parseArgs } from 'node:util';
import { keepSection, machine } from '#bench/results.ts';
import { runMain } from '#scripts/cli-error.ts';
import { deliveryFigures, type Figure } from './figures.ts';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    scale: { type: 'string', default: '1' },
    write: { type: 'boolean', default: false },
    statements: { type: 'boolean', default: false },
    plans: { type: 'string' },
  },
});

await runMain(async () => {
  const { only, statements, plans } = options;
  const plansMs = plans === undefined ? undefined : Number(plans);
  const figures = await deliveryFigures({ only, statements, plansMs, scale: Number(options.scale) });
  const lines = figures.map(line);
  const text = ['| delivery | measured | to reach | details |', '|---|---:|---:|---|', ...lines].join('\n');
  console.log(`\n${text}`);
  if (options.write) keepSection('Delivery', `${machine('npm run bench -- --only=delivery')}\n\n${text}`);
});

function line({ what, value, unit, toReach, isMet, note }: Figure): string {
  const digits = value < 100 ? 2 : 0;
  const shown = `${new Intl.NumberFormat('en', { maximumFractionDigits: digits }).format(value)} ${unit}`.trim();
  return `| ${what} | ${isMet === false ? `**${shown}**` : shown} | ${toReach ?? ''} | ${note ?? ''} |`;
}
