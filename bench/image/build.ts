/** Builds the image from the Containerfile with Buildah, on a base from debootstrap, because a test machine may reach no image registry. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CliError } from '#scripts/cli-error.ts';
import { run } from '#scripts/run.ts';
import { root } from '#scripts/sources.ts';

const folder = join(root, '.scratch', 'image');
const baseFolder = join(folder, 'base');
const storage = join(folder, 'storage');
const BASE = 'localhost/belfry-base';
const BUILD_BASE = 'localhost/belfry-build-base';
const IMAGE = 'localhost/belfry';

/** Options for storage without a kernel module, and for RUN without a container runtime. */
const BUILDAH = ['--storage-driver', 'vfs', '--root', storage, '--runroot', join(folder, 'run')];

export interface ImageConfig {
  Cmd: string[];
  Entrypoint: string[];
  Env: string[];
  Healthcheck: { Test: string[] };
  Labels: Record<string, string>;
  StopSignal: string;
  User: string;
}

export interface Layer {
  /** The instruction that made the layer. */
  made: string;
  bytes: number;
}

export interface BuiltImage {
  config: ImageConfig;
  layers: Layer[];
  /** The folder with the files of the image. */
  files: string;
}

/** Checks that this machine can build the image. @throws CliError if a tool or the rights are missing. */
export function checkTools(): void {
  for (const tool of ['buildah', 'debootstrap', 'unshare', 'chroot', 'ip']) {
    if (spawnSync(tool, ['--version']).error)
      throw new CliError(`The command ${tool} is missing: install its package.`);
  }
  if (process.getuid?.() !== 0)
    throw new CliError('Run this command as root: chroot and mount require root privileges.');
  if (!process.env.npm_execpath)
    throw new CliError('Run this script with npm run image, which sets the path of npm for the build.');
}

/**
 * Creates the two base images: Debian without documents, as slim images are, and the same with Node and npm for the
 * build.
 */
export async function makeBases(): Promise<void> {
  if (!existsSync(baseFolder)) await bootstrap();
  await makeImage(BASE, [['copy', baseFolder, '/']]);
  const npm = dirname(dirname(realpathSync(process.env.npm_execpath ?? '')));
  await makeImage(BUILD_BASE, [
    ['copy', baseFolder, '/'],
    ['copy', realpathSync(process.execPath), '/usr/local/bin/node'],
    ['copy', npm, '/usr/local/lib/node_modules/npm'],
    ['run', 'ln', '-s', '../lib/node_modules/npm/bin/npm-cli.js', '/usr/local/bin/npm'],
  ]);
}

async function bootstrap(): Promise<void> {
  const release = readFileSync('/etc/os-release', 'utf8');
  const suite = /^VERSION_CODENAME=(.+)$/m.exec(release)?.[1] ?? 'stable';
  const making = `${baseFolder}.new`;
  rmSync(making, { recursive: true, force: true });
  mkdirSync(making, { recursive: true });
  const options = ['--variant=minbase', '--include=libatomic1,libstdc++6', suite, making, ...mirror()];
  await run('The base could not be made', 'debootstrap', options);
  for (const part of ['var/cache/apt', 'var/lib/apt/lists', 'usr/share/doc', 'usr/share/man', 'usr/share/locale'])
    rmSync(join(making, part), { recursive: true, force: true });
  renameSync(making, baseFolder);
}

/** Returns the URL of the Debian archive from which this machine installs, if apt has one. */
function mirror(): string[] {
  const { stdout } = spawnSync('apt-get', ['indextargets', '--format', '$(REPO_URI)'], { encoding: 'utf8' });
  const first = stdout?.split('\n').find((uri) => /debian\/?$/.test(uri));
  return first ? [first] : [];
}

/**
 * Creates an image of the base, unless an earlier run has created it. To start again, delete the folder .scratch/image.
 */
async function makeImage(name: string, steps: string[][]): Promise<void> {
  if (spawnSync('buildah', [...BUILDAH, 'inspect', '--type', 'image', name]).status === 0) return;
  const container = buildah('from', 'scratch').trim();
  for (const [verb = '', ...rest] of steps) {
    const isolation = verb === 'run' ? ['--isolation', 'chroot'] : [];
    await run(`The image ${name} could not be made`, 'buildah', [...BUILDAH, verb, ...isolation, container, ...rest]);
  }
  await run(`The image ${name} could not be made`, 'buildah', [...BUILDAH, 'commit', '--rm', container, name]);
}

/** Builds the image from this checkout, with one layer for each instruction. */
export async function buildImage(): Promise<void> {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const revision = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
  const npmrc = join(folder, 'npmrc');
  writeFileSync(npmrc, npmSettings(), { mode: 0o600 });
  await run('The image could not be built', 'buildah', [
    ...BUILDAH,
    'build',
    ...['--isolation', 'chroot', '--format', 'docker', '--layers', '--pull=never'],
    ...['--build-arg', `BASE=${BASE}`, '--build-arg', `BUILD_BASE=${BUILD_BASE}`],
    ...['--build-arg', `VERSION=${version}`, '--build-arg', `REVISION=${revision}`],
    ...['--secret', `id=npmrc,src=${npmrc}`, '--tag', IMAGE, '--file', 'Containerfile', '.'],
  ]).finally(() => rmSync(npmrc));
}

/** Returns the text of an .npmrc with this machine's registry and the certificates that the registry needs. */
function npmSettings(): string {
  const registry = execFileSync(process.execPath, [process.env.npm_execpath ?? '', 'config', 'get', 'registry'], {
    encoding: 'utf8',
  });
  const { NODE_EXTRA_CA_CERTS } = process.env;
  const pem = NODE_EXTRA_CA_CERTS ? readFileSync(NODE_EXTRA_CA_CERTS, 'utf8') : '';
  const certificates = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  return [`registry=${registry.trim()}`, ...certificates.map((each) => `ca[]=${JSON.stringify(each)}`), ''].join('\n');
}

interface Inspected {
  Docker: { config: ImageConfig; rootfs: { diff_ids: string[] } };
  OCIv1: { history: { created_by?: string; empty_layer?: boolean }[] };
}

/** Returns the settings, the layers and the files of the built image. */
export function describeImage(): BuiltImage {
  const { Docker, OCIv1 } = JSON.parse(buildah('inspect', '--type', 'image', IMAGE)) as Inspected;
  const stored = JSON.parse(readFileSync(join(storage, 'vfs-layers', 'layers.json'), 'utf8')) as {
    'diff-digest'?: string;
    'diff-size'?: number;
  }[];
  const sizes = new Map(stored.map((layer) => [layer['diff-digest'], layer['diff-size'] ?? 0]));
  const made = OCIv1.history.filter((entry) => !entry.empty_layer).map((entry) => entry.created_by ?? '');
  const layers = Docker.rootfs.diff_ids.map((id, at) => ({ made: made[at] ?? '', bytes: sizes.get(id) ?? 0 }));
  const container = buildah('from', '--pull=never', IMAGE).trim();
  return { config: Docker.config, layers, files: copyFiles(container) };
}

/** Copies the files of the image to a fresh folder, so that no earlier run has changed them. */
function copyFiles(container: string): string {
  const files = join(folder, 'files');
  rmSync(files, { recursive: true, force: true });
  cpSync(buildah('mount', container).trim(), files, { recursive: true, verbatimSymlinks: true });
  buildah('umount', container);
  buildah('rm', container);
  return files;
}

function buildah(...args: string[]): string {
  return execFileSync('buildah', [...BUILDAH, ...args], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
}
