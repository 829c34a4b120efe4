import { cpSync, existsSync, globSync, mkdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { CliError, runMain } from './cli-error.ts';
import { reachedFrom, readSources, type Source } from './import-graph.ts';
import { type Lockfile, packageOf, packagesBelow } from './locked-packages.ts';
import { root } from './sources.ts';

/** The programs of the image, and the file of the thread that `lib/payload-schemas/validate.ts` starts. */
const PROGRAMS = [
  'server.ts',
  'worker.ts',
  'scripts/db-migrate.ts',
  'scripts/doctor.ts',
  'scripts/keys-rotate.ts',
  'scripts/password.ts',
  'lib/payload-schemas/thread.ts',
];
/**
 * Files and folders that programs read by path: documents, migrations, the demo history, routes, the built inbox
 * element.
 */
const READ_BY_PATH = [
  'app/api',
  'deploy/image',
  'docs/guides',
  'docs/providers.md',
  'lib',
  'LICENSE',
  'next.config.mjs',
  'package.json',
  'prisma',
  'public/embed',
];
/** Packages that Next loads without an import in Belfry’s files. */
const LOADED_BY_NEXT = ['next', 'react', 'react-dom'];
/** Optional packages that are loaded only by a build, or for a feature that Belfry does not use. */
const OMITTED = /^(@next\/swc-|@img\/|sharp$|@types\/)/;

/** Parts of packages that no program of the image loads, by their path in the package. */
const UNUSED: Record<string, RegExp> = {
  next: /^dist\/(build\/swc\/|bundle-analyzer|compiled\/next-devtools|docs|esm|next-devtools)|\.dev\.js$|-?experimental/,
  '@prisma/client':
    /^(generator-build|scripts)\/|^runtime\/(.*\.(cockroachdb|mysql|sqlite|sqlserver)\.|index-browser|wasm-compiler-edge)/,
};
const NOT_RUN = /\.(map|flow|d\.[cm]?ts)$|(^|\/)(readme|changelog|history)[^/]*\.(md|markdown|txt)$/i;

/** Returns the paths of the packages that the programs need, such as `node_modules/pg`. */
export function imagePackages(
  sources: Map<string, Source>,
  lockfile: Lockfile,
  traced: readonly string[] = [],
): string[] {
  const routes = [...sources.keys()].filter((path) => /^app\/api\/.*\/route\.ts$/.test(path));
  const imported = [...reachedFrom([...PROGRAMS, ...routes], sources)]
    .filter((path) => !sources.has(path) && !/^(node:|#|app\/|lib\/|prisma\/|scripts\/)/.test(path))
    .map(packageOf);
  const names = new Set([...imported, ...LOADED_BY_NEXT, '@prisma/client', ...traced]);
  return packagesBelow([...names], lockfile, (name) => OMITTED.test(name));
}

/** Returns the packages that Next’s build found outside the bundles of the pages. */
function tracedPackages(): string[] {
  const traces = globSync('.next/server/app/**/*.nft.json', { cwd: root });
  const files = traces.flatMap((trace) =>
    (JSON.parse(readFileSync(join(root, trace), 'utf8')) as { files: string[] }).files.map((file) =>
      relative(root, join(root, dirname(trace), file)),
    ),
  );
  const names = files.map((file) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1]);
  return [...new Set(names)].filter((name) => name !== undefined && !OMITTED.test(name)) as string[];
}

/**
 * Runs `node scripts/image-files.ts <folder>`: copies the files that the image needs from a built checkout: Node,
 * packages, pages and sources. Each is copied to a separate folder, which becomes a layer.
 */
function copyImageFiles(target: string): void {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  cpSync(realpathSync(process.execPath), join(target, 'node'));
  const sources = readSources();
  const lockfile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lockfile;
  for (const path of imagePackages(sources, lockfile, tracedPackages())) copyPackage(path, join(target, 'packages'));
  const notPages = /^(cache|dev|diagnostics|trace.*|types|.*\.nft\.json|.*\.map)$/;
  cpSync(join(root, '.next'), join(target, 'pages'), {
    recursive: true,
    filter: (file) => !notPages.test(basename(file)),
  });
  const programs = [...reachedFrom(PROGRAMS, sources)].filter((path) => sources.has(path));
  for (const path of [...programs, ...READ_BY_PATH]) copySource(path, join(target, 'sources'));
}

function copyPackage(path: string, packages: string): void {
  const from = join(root, path);
  if (!existsSync(from)) return; // optional package for another platform
  const unused = UNUSED[packageOf(path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length))];
  const isNeeded = (file: string) => {
    const within = relative(from, file);
    return within !== 'node_modules' && !NOT_RUN.test(within) && !unused?.test(within);
  };
  cpSync(from, join(packages, relative('node_modules', path)), { recursive: true, filter: isNeeded });
}

function copySource(path: string, sources: string): void {
  const from = join(root, path);
  if (!existsSync(from)) throw new CliError(`The file ${path} of the image is missing.`);
  cpSync(from, join(sources, path), { recursive: true, filter: (file) => !/\.test\.tsx?$/.test(file) });
}

if (import.meta.main) {
  await runMain(async () => {
    const [target] = process.argv.slice(2);
    if (!target) throw new CliError('Name the output folder: node scripts/image-files.ts /image');
    copyImageFiles(target);
  });
}
