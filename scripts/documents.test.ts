import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './sources.ts';

const documents = globSync('{*.md,docs/**/*.md,bench/*.md,.github/**/*.md}', { cwd: root });

/** Returns the anchor that GitHub creates for a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

function anchorsOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));
}

/** Returns the target of a broken link. Undefined for a valid link. Links to other sites are not followed. */
function brokenLink(document: string, target: string): string | undefined {
  if (/^(https?|mailto):/.test(target)) return undefined;
  const [path = '', anchor] = target.split('#');
  const file = path === '' ? join(root, document) : join(root, dirname(document), path);
  if (!existsSync(file)) return target;
  return anchor && !anchorsOf(file).includes(anchor) ? target : undefined;
}

/** Matches paths of the checkout in code font, without the paths of examples: `acme` is an invented vendor. */
const PATH = /`((?:app|bench|components|docs|e2e|lib|prisma|scripts|testing)\/[\w()[\]./-]*)`/g;
/** Matches modules that code in a document imports. */
const IMPORT = /'#([\w-]+\/[\w./-]+\.ts)'/g;

test.each(documents)('%s links to pages and headings that exist', (document) => {
  const text = readFileSync(join(root, document), 'utf8');
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  expect(targets.map((target) => brokenLink(document, target)).filter(Boolean)).toEqual([]);
});

test.each(documents)('%s names files and folders that exist', (document) => {
  const text = readFileSync(join(root, document), 'utf8');
  const paths = [...text.matchAll(PATH), ...text.matchAll(IMPORT)]
    .map(([, path = '']) => path)
    .filter((path) => !path.includes('acme'));
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('sections of delivery.md that comments cite exist', () => {
  const files = globSync('{app,components,lib}/**/*.{ts,tsx}', { cwd: root });
  const headings = anchorsOf(join(root, 'docs/delivery.md'));
  const cited = files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8').replaceAll(/\s*\n\s*\*\s*/g, ' ');
    const lists = [...text.matchAll(/docs\/delivery\.md,((?:(?:,| and)? "[^"]+")+)/g)];
    return lists.flatMap(([, list = '']) => [...list.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name));
  });
  expect(cited.length).toBeGreaterThan(10);
  expect([...new Set(cited)].filter((name) => !headings.includes(anchorOf(name)))).toEqual([]);
});

test('sections of interface.md that comments cite exist', () => {
  const files = globSync('{app,components,lib}/**/*.{ts,tsx}', { cwd: root });
  const headings = readFileSync(join(root, 'docs/interface.md'), 'utf8').match(/^#+ \d[\d.]* /gm) ?? [];
  const sections = headings.map((heading) => heading.replace(/^#+ /, '').trim().replace(/\.$/, ''));
  const cited = files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return [...text.matchAll(/\b[Ss]pec ((?:\d(?:\.\d+)?(?:, | and )?)+)/g)].flatMap(
      ([, list = '']) => list.match(/\d(\.\d+)?/g) ?? [],
    );
  });
  expect(cited.length).toBeGreaterThan(50);
  expect([...new Set(cited)].filter((section) => !sections.includes(section))).toEqual([]);
});

test('the README has at most 120 lines of at most 100 characters', () => {
  const lines = readFileSync(join(root, 'README.md'), 'utf8').trimEnd().split('\n');
  expect(lines.length).toBeLessThanOrEqual(120);
  expect(lines.filter((line) => [...line].length > 100)).toEqual([]);
});

test('the README counts the providers of docs/providers.md', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const document = readFileSync(join(root, 'docs/providers.md'), 'utf8');
  const rowsBefore = (heading: string, row: RegExp) => document.split(heading)[0]?.match(row)?.length;
  expect(readme).toContain(`[${rowsBefore('## Providers that cannot send', /^\| `/gm)} providers](docs/providers.md)`);
  const events = document.split('## Events')[1]?.split('\n## ')[0];
  expect(readme).toContain(`of ${events?.match(/^\| [^|]+ \| `/gm)?.length} providers, and`);
});
