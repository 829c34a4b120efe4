import type { Case } from './cases.ts';
import type { DatasetSize } from './dataset.ts';
import type { Measurement } from './load.ts';
import { machine } from './results.ts';
import { BASELINES, type BaselineName } from './servers.ts';
import type { Timing } from './timing.ts';

export interface CaseResult {
  name: string;
  connections: number;
  atLeast?: Case['atLeast'] | undefined;
  p99Ms?: number | undefined;
  web: Measurement;
  baselines: Partial<Record<BaselineName, Measurement>>;
}

/** The time for the first page of a list with one or two filters. */
export interface FilterTime {
  name: string;
  /** Rows on the page. */
  matches: number;
  medianMs: number;
  slowestMs: number;
}

export interface Results {
  size: DatasetSize;
  results: CaseResult[];
  memoryMb: number;
  filters: FilterTime[];
  upserts: { web: Measurement; bare: Measurement } | undefined;
  timings: Timing[];
}

/** Returns the report of the whole run as Markdown. */
export function report({ size, results, memoryMb, filters, upserts, timings }: Results): string {
  const number = new Intl.NumberFormat('en');
  const slowest = filters.toSorted((a, b) => b.medianMs - a.medianMs);
  return [
    machine('npm run bench'),
    `The data set has ${number.format(size.subscribers)} subscribers, ${number.format(size.notifications)} notifications and ` +
      `${number.format(size.messages)} messages in four environments, the measured one 70% of them. Read the ratios.`,
    '',
    'Baselines, in the same run:',
    ...Object.entries(BASELINES).map(([name, text]) => `- \`${name}\`: ${text}`),
    '',
    '| case | clients | requests/s | p50 ms | p99 ms | baseline | its requests/s | its p99 ms | ratio | to reach |',
    '|---|---:|---:|---:|---:|---|---:|---:|---:|---|',
    ...results.flatMap(lines),
    '',
    `Web process after these cases: ${memoryMb} MB resident (to stay under 300).`,
    ...(filters.length === 0
      ? []
      : [
          '',
          `Filters and pairs of filters, ${filters.length} of them (${filters.filter(({ matches }) => matches === 0).length} without a match), warm: the ` +
            `slowest median is ${slowest[0]?.medianMs.toFixed(1)} ms (${slowest[0]?.name}); over 50 ms: ${filters.filter((one) => one.medianMs > 50).length}.`,
          '',
          '| slowest | matches on the first page | median ms | slowest ms |',
          '|---|---:|---:|---:|',
          ...slowest
            .slice(0, 8)
            .map(
              (one) => `| ${one.name} | ${one.matches} | ${one.medianMs.toFixed(1)} | ${one.slowestMs.toFixed(1)} |`,
            ),
        ]),
    ...(upserts
      ? [
          '',
          `Upserts after ${number.format(upserts.web.requests)} earlier ones: ${Math.round(upserts.web.requestsPerSecond)}/s, ` +
            `p99 ${upserts.web.p99Ms.toFixed(1)} ms, slowest of all ${upserts.web.maxMs.toFixed(0)} ms (to stay under 250); ` +
            `bare: ${Math.round(upserts.bare.requestsPerSecond)}/s, p99 ${upserts.bare.p99Ms.toFixed(1)} ms, ` +
            `slowest ${upserts.bare.maxMs.toFixed(0)} ms.`,
        ]
      : []),
    ...(timings.length === 0 ? [] : ['', timingTable(timings)]),
    '',
  ].join('\n');
}

export function timingTable(timings: readonly Timing[]): string {
  return [
    '| one at a time | median ms | p99 ms | median to stay under |',
    '|---|---:|---:|---:|',
    ...timings.map(
      ({ name, medianMs, p99Ms, underMs }) =>
        `| ${name} | ${medianMs.toFixed(1)} | ${p99Ms.toFixed(1)} | ${underMs} ms |`,
    ),
  ].join('\n');
}

/** Returns a line for each baseline of a case. The case's own figures are in the first line. */
function lines({ name, connections, atLeast, p99Ms, web, baselines }: CaseResult): string[] {
  return Object.entries(baselines).map(([baseline, its], position) => {
    const failed = web.failed + its.failed;
    const least = atLeast?.[baseline as BaselineName];
    const target = [least && `≥ ${least} × ${baseline}`, position === 0 && p99Ms && `p99 ≤ ${p99Ms} ms`];
    const own = [
      failed > 0 ? `${name} (${failed} FAILED)` : name,
      connections,
      Math.round(web.requestsPerSecond),
      web.p50Ms.toFixed(1),
      web.p99Ms.toFixed(1),
    ];
    const cells = [
      ...(position === 0 ? own : ['', '', '', '', '']),
      baseline,
      Math.round(its.requestsPerSecond),
      its.p99Ms.toFixed(1),
      (web.requestsPerSecond / its.requestsPerSecond).toFixed(2),
      target.filter(Boolean).join(', '),
    ];
    return `| ${cells.join(' | ')} |`;
  });
}
