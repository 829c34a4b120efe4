/**
 * `npm run image`: builds the image as a release does, and starts it in a chroot with nothing but a database and a
 * provider on the same machine. Needs Linux, root, and the Debian packages `buildah`, `debootstrap` and `iproute2`.
 *
 *   npm run image                build, measure, and print the tables
 *   … -- --built                measure the image that the last run built
 *   … -- --write                 keep the tables in bench/RESULTS.md
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { atMost, type Finding } from '#bench/faults/scenario.ts';
import { keepSection, machine } from '#bench/results.ts';
import { CliError, runMain } from '#scripts/cli-error.ts';
import { showProgress } from '#scripts/progress.ts';
import { root } from '#scripts/sources.ts';
import { type BuiltImage, buildImage, checkTools, describeImage, type Layer, makeBases } from './build.ts';

const LIMIT_MB = 450;
const folder = join(root, '.scratch', 'image');

/** Runs a program with a separate loopback interface, and without any other network. */
const ALONE = ['--net', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh'];

const { values: options } = parseArgs({
  options: { built: { type: 'boolean', default: false }, write: { type: 'boolean', default: false } },
});

await runMain(async () => {
  checkTools();
  mkdirSync(folder, { recursive: true });
  if (!options.built) {
    await showProgress('Create the base file systems', makeBases);
    await showProgress('Build the image', buildImage);
  }
  const image = await showProgress('Read the image', async () => describeImage());
  const findings = [sizeOf(image), ...(await showProgress('Start the image', () => prove(image)))];
  const text = `${layerTable(image.layers)}\n\n${findingTable(findings)}`;
  console.log(`\n${text}`);
  if (options.write) keepSection('Image', `${machine('npm run image')}\n\n${text}`);
  if (findings.some(({ isMet }) => !isMet)) process.exitCode = 1;
});

async function prove({ config, files }: BuiltImage): Promise<Finding[]> {
  const [input, output] = [join(folder, 'image.json'), join(folder, 'findings.json')];
  writeFileSync(input, JSON.stringify({ config, files }));
  rmSync(output, { force: true });
  const program = [process.execPath, join(import.meta.dirname, 'prove.ts'), input, output];
  const child = spawn('unshare', [...ALONE, ...program], { stdio: ['ignore', 'inherit', 'inherit'], cwd: root });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new CliError('The image did not run.');
  return JSON.parse(readFileSync(output, 'utf8')) as Finding[];
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}

function sum(layers: readonly Layer[]): number {
  return layers.reduce((bytes, layer) => bytes + layer.bytes, 0);
}

function sizeOf({ layers }: BuiltImage): Finding {
  return atMost('size without compression', sum(layers) / 1e6, LIMIT_MB, 'MB');
}

function layerTable(layers: readonly Layer[]): string {
  const rows = layers.map(
    ({ made, bytes }, at) =>
      `| ${at === 0 ? 'base: Debian without documents' : instruction(made)} | ${megabytes(bytes)} |`,
  );
  return ['| layer | MB |', '|---|---:|', ...rows, `| all | ${megabytes(sum(layers))} |`].join('\n');
}

/** Returns an instruction without build arguments, the shell, and digests. */
function instruction(made: string): string {
  const [text = ''] = made.replace(/^(\|\d+ .*?)?\/bin\/sh -c (#\(nop\) )?/, '').split(' || ');
  return text
    .replace(/^(COPY|ADD) (dir|file|multi):\S+ in /, '$1 ')
    .replace(/^\(ldconfig.*/, 'user, library')
    .trim();
}

function findingTable(findings: readonly Finding[]): string {
  const rows = findings.map(
    ({ what, measured, toReach, isMet }) => `| ${what} | ${isMet ? measured : `**${measured}**`} | ${toReach} |`,
  );
  return ['| figure | measured | to reach |', '|---|---:|---:|', ...rows].join('\n');
}
