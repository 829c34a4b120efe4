/**
 * Whether the regular expressions of the product take time in proportion to the text. `node scripts/regex-speed.ts`
 * checks those that are new and records them in `linear-regexes.json`, which keeps the test fast.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import type { AttackPattern } from 'recheck';
import { parseAst } from 'vite';
import { readSources, type Source } from './import-graph.ts';
import { root } from './sources.ts';

export interface RegexLiteral {
  /** File and line. */
  place: string;
  pattern: string;
  flags: string;
}

const RECORD = join(root, 'scripts', 'linear-regexes.json');
const NOT_SHIPPED = /\.test\.tsx?$|^testing\//;

/** The files that run in the product, without what only tests use. */
export function productSources(): Source[] {
  return [...readSources().values()].filter(
    ({ path }) => /^(?:app|components|lib)\/|^(?:server|worker|proxy)\.ts$/.test(path) && !NOT_SHIPPED.test(path),
  );
}

/** Every regular expression literal of a file. */
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

/** The regular expressions that were found to be linear, as written. */
export function recorded(): Set<string> {
  return new Set(JSON.parse(readFileSync(RECORD, 'utf8')) as string[]);
}

export function written({ pattern, flags }: Pick<RegexLiteral, 'pattern' | 'flags'>): string {
  return `/${pattern}/${flags}`;
}

/** Why a regular expression may take more than linear time, with a text that shows it; undefined when it does not. May take seconds. */
export async function superLinear({ pattern, flags }: Pick<RegexLiteral, 'pattern' | 'flags'>) {
  // Its other checkers are programs for a few platforms. This one is the same everywhere.
  process.env.RECHECK_BACKEND = 'pure';
  const { checkSync } = await import('recheck');
  // It does not know v, which changes nothing about the time.
  const result = checkSync(pattern, flags.replace('v', 'u'), { timeout: 60_000 });
  if (result.status === 'safe') return undefined;
  if (result.status === 'unknown') return `could not be checked (${result.error.kind})`;
  // Its proofs need no trial. Where it only tried, as with lookarounds, it counts more steps than the engine takes.
  if (result.checker === 'fuzz' && !isSlow(new RegExp(pattern, flags), result.attack)) return undefined;
  return `is ${result.complexity.summary}, as for ${result.attack.pattern.slice(0, 120)}`;
}

const TRIED = { times: 4, ms: 400 };

/** Whether a text that is several times as long as the one that was found takes the engine long. */
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
