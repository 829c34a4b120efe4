import { readSources } from './import-graph.ts';

/**
 * The maximum lines per file. The first matching kind counts. For a file with `// Over budget: <reason>`, the report
 * contains the reason.
 */
const fileBudgets: [pattern: RegExp, kind: string, lines: number][] = [
  [/^app\/api\/.*route\.ts$/, 'route', 40],
  [/^app\/.*page\.tsx$/, 'page', 60],
  [/^components\/.*\.tsx$/, 'component', 150],
  [/./, 'file', 400],
];
const functionBudget = { p50: 10, p90: 40 };

/** Prints the files and functions that exceed the budgets. Exceeding a budget does not fail the check. */
export function printBudgets(): void {
  const lengths: { lines: number; where: string }[] = [];
  for (const { path, text } of readSources().values()) {
    const lines = text.split('\n');
    if (!/\.(test|spec)\.tsx?$/.test(path)) lengths.push(...functionLengths(path, lines));
    const [, kind = '', most = 0] = fileBudgets.find(([pattern]) => pattern.test(path)) ?? [];
    if (lines.length - 1 <= Number(most)) continue;
    const reason = /\/\/ Over budget: (.+)/.exec(text)?.[1];
    console.log(
      `  ${path}: ${lines.length - 1} lines, but a ${kind} may have at most ${most}${reason ? ` (${reason})` : ''}`,
    );
  }
  const sorted = lengths.sort((a, b) => a.lines - b.lines);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)]?.lines ?? 0;
  console.log(
    `  ${sorted.length} functions: half have at most ${at(0.5)} lines (budget ${functionBudget.p50}), nine in ten at most ${at(0.9)} (budget ${functionBudget.p90})`,
  );
  for (const { lines, where } of sorted.filter(({ lines }) => lines > 80)) console.log(`  ${where}: ${lines} lines`);
}

/**
 * Measures functions by indentation, which the formatter guarantees: a function ends at the first closing brace in the
 * column in which it starts.
 */
function functionLengths(path: string, lines: string[]): { lines: number; where: string }[] {
  const start =
    /^(\s*)(?:export )?(?:default )?(?:(?:async )?function\b.*|(?:const|let) \w+ = (?:async )?(?:\(.*|\w+ =>.*)|(?:async |static |override |get |#)*[\w#]+\(.*\).*\{)$/;
  return lines.flatMap((line, first) => {
    const indent = start.exec(line)?.[1];
    if (indent === undefined || /^\s*(if|for|while|switch|return|catch)\b/.test(line)) return [];
    if (!/[({]$/.test(line)) return [{ lines: 1, where: `${path}:${first + 1}` }];
    const end = lines.findIndex(
      (other, i) => i > first && /^\}/.test(other.slice(indent.length)) && other.startsWith(indent),
    );
    return end < 0 ? [] : [{ lines: end - first + 1, where: `${path}:${first + 1}` }];
  });
}
