import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { variableNames } from '#lib/env.ts';
import { manifestsIn, readYaml } from '#testing/manifests.ts';
import { root } from './sources.ts';

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const page = read('docs/install.md');
const blocks = [...page.matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) => block);
const commands = blocks.flatMap((block) => block.replaceAll('\\\n', ' ').split('\n')).filter(Boolean);
const starting = (start: string) => commands.filter((command) => command.replace(/^sudo /, '').startsWith(start));

/** Returns the text that follows a word in each command that contains the word. */
const after = (word: string) =>
  commands.flatMap((command) => command.match(new RegExp(`(?<=${word} )\\S+`, 'g')) ?? []);

test('docs/install.md has commands for each way to install', () => {
  for (const start of ['docker compose', 'kubectl', 'podman build', 'systemctl'])
    expect(starting(start)).not.toEqual([]);
});

test('its commands name files that exist', () => {
  const paths = commands.flatMap(
    (command) => command.match(/(?<= )(deploy\/[\w@./-]+|Containerfile|\.env\.example)/g) ?? [],
  );
  expect(paths.length).toBeGreaterThan(5);
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('it sets and names variables that exist', () => {
  const compose = [...read('compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name);
  const known = [...variableNames, ...compose, 'DATABASE_PASSWORD'] as string[];
  const set = commands.flatMap((command) => command.match(/(?<=^|--from-literal=)[A-Z][A-Z_]+(?==)/g) ?? []);
  const named = [...page.matchAll(/`([A-Z][A-Z_]{3,})`/g)].map(([, name = '']) => name);
  expect(set.length).toBeGreaterThan(8);
  expect([...set, ...named].filter((name) => !known.includes(name))).toEqual([]);
});

test('it runs scripts of package.json and commands of the image', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  expect(after('npm run').filter((name) => !scripts[name])).toEqual([]);
  const image = [...read('deploy/image/belfry.sh').matchAll(/^ {2}(\w+)\) exec/gm)].map(([, name]) => name);
  const used = [...after('(?<!namespace )belfry'), ...after('belfry:[\\d.]+')].filter((word) => /^[a-z]+$/.test(word));
  expect(used).toContain('doctor');
  expect(used.filter((name) => !image.includes(name))).toEqual([]);
});

test('it names services of compose.yaml', () => {
  const { services } = readYaml<{ services: object }>('compose.yaml');
  const verbs = ['build', 'logs', 'exec'];
  const named = starting('docker compose').flatMap((command) => {
    const [, , verb = '', ...rest] = command.split(' ');
    const words = rest.filter((word) => !word.startsWith('-'));
    return verbs.includes(verb) ? words.slice(0, verb === 'exec' ? 1 : undefined) : [];
  });
  const scaled = commands.flatMap((command) => command.match(/(?<=--scale )\w+/g) ?? []);
  expect(named.length).toBeGreaterThan(4);
  expect([...named, ...scaled].filter((name) => !Object.hasOwn(services, name))).toEqual([]);
});

test('it names resources of Kubernetes and units of systemd that exist', () => {
  const manifests = globSync('deploy/kubernetes/**/*.yaml', { cwd: root }).flatMap((file) => manifestsIn(read(file)));
  const resources = manifests.map(({ kind, metadata }) => `${kind?.toLowerCase()}/${metadata?.name}`);
  const named = starting('kubectl').flatMap((command) => command.match(/\b(job|deployment)[/ ]belfry-\w+/g) ?? []);
  expect(named.length).toBeGreaterThan(4);
  expect(named.map((name) => name.replace(' ', '/')).filter((name) => !resources.includes(name))).toEqual([]);
  const units = globSync('deploy/systemd/*.service', { cwd: root }).map((unit) => basename(unit, '.service'));
  const used = starting('systemctl').flatMap((command) => command.match(/belfry-\w+@?/g) ?? []);
  expect(new Set(used)).toEqual(new Set(units));
});
