/**
 * Checks that the time of Belfry's regular expressions is linear in the length of the text. `node
 * scripts/regex-speed.ts` checks new expressions and records them in `linear-regexes.json`, which keeps the test fast.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import type { AttackPattern } from 'recheck';
import { parseAst } from 'vite';
import { readSources, type Source } from './import-graph.ts';
import { root } from './sources.ts';

export interface RegexLiteral {
  /** The file and the line. */
  place: string;
  pattern: string;
  flags: string;
}

const RECORD = join(root, 'scripts', 'linear-regexes.json');
const NOT_SHIPPED = /\.test\.tsx?$|^testing\//;

/** Returns the source files of the product, without files that only tests use. */
export function productSources(): Source[] {
  return [...readSources().values()].filter(
    ({ path }) => /^(?:app|components|lib)\/|^(?:server|worker|proxy)\.ts$/.test(path) && !NOT_SHIPPED.test(path),
  );
}

/** Returns every regular expression literal of a file. */
export async function regexesIn({ path, text }: Pick<Source, 'path' | 'text'>): Promise<RegexLiteral[]> {
  const found: RegexLiteral[] = [];
  const open: unknown[] = [parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' })];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (typeof node !== 'object' || node === null) continue;
    const { regex, start } = node as { regex?: { pattern: string; flags: string }; start?: number };
    if (regex) found.push({ place: `${path}:${lineAt(text, start ?? 0)}`, ...regex });
    else open.push(...Object.values(node));
  }
  return found;
}

function lineAt(text: string, at: number): number {
  return text.slice(0, at).split('\n').length;
}

/** Returns the regular expressions that were recorded as linear, in source form. */
export function recorded(): Set<string> {
  return new Set(JSON.parse(readFileSync(RECORD, 'utf8')) as string[]);
}

export function written({ pattern, flags }: Pick<RegexLiteral, 'pattern' | 'flags'>): string {
  return `/${pattern}/${flags}`;
}

/**
 * Returns the reason why a regular expression may take more than linear time, with an example text. Undefined if it is
 * linear. May take seconds.
 */
export async function superLinear({ pattern, flags }: Pick<RegexLiteral, 'pattern' | 'flags'>) {
  // The other checkers of `recheck` are programs for a few platforms. The `pure` checker runs everywhere.
  process.env.RECHECK_BACKEND = 'pure';
  const { checkSync } = await import('recheck');
  // `recheck` does not support the flag v, which does not affect the time.
  const result = checkSync(pattern, flags.replace('v', 'u'), { timeout: 60_000 });
  if (result.status === 'safe') return undefined;
  if (result.status === 'unknown') return `could not be checked (${result.error.kind})`;
  // Proofs by `recheck` are reliable. Its trials are not: for example for lookarounds, they count more steps than the
  // engine takes. Therefore the time of such expressions is measured.
  if (result.checker === 'fuzz' && !isSlow(new RegExp(pattern, flags), result.attack)) return undefined;
  return `takes more than linear time (${result.complexity.summary}), for example for ${result.attack.pattern.slice(0, 120)}`;
}

const TRIED = { times: 4, ms: 400 };

/** Whether the engine needs a long time for a text several times as long as the attack that `recheck` found. */
function isSlow(regex: RegExp, { base, pumps, suffix }: AttackPattern): boolean {
  const parts = pumps.map(({ prefix, pump, bias }) => prefix + pump.repeat(base * TRIED.times + bias));
  const text = parts.join('') + suffix;
  try {
    runInNewContext('text.replace(regex, "")', { regex, text }, { timeout: TRIED.ms });
    return false;
  } catch {
    return true;
  }
}

if (import.meta.main) {
  const known = recorded();
  const all = (await Promise.all(productSources().map(regexesIn))).flat();
  const linear = new Set<string>();
  for (const literal of all) {
    const text = written(literal);
    if (linear.has(text)) continue;
    const problem = known.has(text) ? undefined : await superLinear(literal);
    if (problem === undefined) linear.add(text);
    else console.log(`${literal.place}: ${text} ${problem}`);
  }
  writeFileSync(RECORD, `${JSON.stringify([...linear].sort(), null, 2)}\n`);
}
