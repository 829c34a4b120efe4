import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { listFiles } from '#scripts/sources.ts';

const root = resolve(import.meta.dirname, '../..');
const heavy =
  /^(@codemirror\/|@lezer\/|@tiptap\/|react-querybuilder|liquidjs|croner|cronstrue|ajv|sanitize-html|html-to-text|json-logic-engine)/;
const importing = /(?:^|\n)(?:import|export)\s(?!type\b)(?:[^'";]*?\sfrom\s)?'([^']+)'/g;

/** The immediate imports of a file, without types and `import()`. */
function importsOf(path: string): string[] {
  return [...readFileSync(join(root, path), 'utf8').matchAll(importing)].map(([, specifier = '']) => {
    if (specifier.startsWith('.')) return join(dirname(path), specifier);
    return /^#(app|components|lib)\//.test(specifier) ? specifier.slice(1) : specifier;
  });
}

/** A path of immediate imports from a page to a library that only editing needs. */
function wayToEditor(page: string): string | undefined {
  const seen = new Set([page]);
  const queue = [[page]];
  for (const way of queue) {
    const at = way.at(-1) ?? '';
    if (heavy.test(at)) return way.join(' → ');
    if (!/\.tsx?$/.test(at)) continue;
    for (const next of importsOf(at)) {
      if (seen.has(next)) continue;
      seen.add(next);
      queue.push([...way, next]);
    }
  }
  return undefined;
}

const pages = listFiles(join(root, 'app'), true)
  .map((file) => relative(root, file))
  .filter((file) => /(page|layout)\.tsx$/.test(file) && !file.startsWith('app/api/'));

test('there are pages to look at', () => {
  expect(pages.length).toBeGreaterThan(10);
});

test.each(pages)('%s loads no editor until one shows', (page) => {
  expect(wayToEditor(page)).toBeUndefined();
});

test('the searched editors exist', () => {
  expect(wayToEditor('components/code/code-editor.tsx')).toContain('@codemirror/');
});
