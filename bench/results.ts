import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { root } from '#scripts/sources.ts';

const file = join(root, 'bench', 'RESULTS.md');

/** Replaces one section of bench/RESULTS.md, or adds it at the end. */
export function keepSection(title: string, text: string): void {
  const sections = readFileSync(file, 'utf8')
    .trimEnd()
    .split(/^(?=## )/m);
  const written = `## ${title}\n\n${text.trim()}\n\n`;
  const at = sections.findIndex((section) => section.startsWith(`## ${title}\n`));
  if (at < 0) sections.push(`\n\n${written}`);
  else sections[at] = written;
  writeFileSync(file, `${sections.join('').trimEnd()}\n`);
}

/** Returns the date, the command, the commit and the machine of a measurement. */
export function machine(command: string): string {
  const { stdout } = spawnSync('git', ['rev-parse', '--short=7', 'HEAD'], { cwd: root, encoding: 'utf8' });
  const commit = stdout?.trim() || 'unknown';
  return (
    `Measured on ${new Date().toISOString().slice(0, 10)} by \`${command}\`, commit ${commit}: ${cpus().length} × ${cpus()[0]?.model ?? 'CPU'}, ` +
    `${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}, with everything on the same cores.`
  );
}
