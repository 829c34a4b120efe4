import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { liquid } from '#lib/liquid/engine.ts';
import { root } from '#scripts/sources.ts';
import { guideGroups } from './contents.ts';
import { PAGE_ADDRESSES } from './page-links.ts';
import { renderGuide } from './render.ts';
import { guideMarkdown, listGuides, readGuide } from './service.ts';

const paths = guideGroups().flatMap((group) => group.paths);

test('every Markdown file is a guide, and every guide has its title', async () => {
  const files = globSync('**/*.md', { cwd: join(root, 'docs/guides') }).map((file) => file.slice(0, -3));
  expect(files.filter((file) => !paths.includes(file))).toEqual([]);
  const titles = (await listGuides()).map(({ title }) => title);
  expect(new Set(titles).size).toBe(paths.length);
});

test.each(paths)('%s: links point to existing guides and sections', async (path) => {
  const guide = await readGuide(path);
  const html = guide.parts.map((part) => (part.kind === 'html' ? part.html : '')).join('');
  const targets = [...html.matchAll(/href="([#/][^"]*)"/g)].map(([, href = '']) => href);
  for (const target of targets) {
    const [address = '', id] = target.split('#');
    if (Object.values(PAGE_ADDRESSES).includes(address)) continue;
    const other = address === '' ? guide : await readGuide(address.replace('/docs/', ''));
    if (id)
      expect(
        other.headings.map((heading) => heading.id),
        target,
      ).toContain(id);
  }
});

test.each(paths)('%s: templates are valid', async (path) => {
  for (const [, template = ''] of (await guideMarkdown(path)).matchAll(/^```liquid\n([\s\S]*?)^```$/gm))
    expect(() => liquid().parse(template)).not.toThrow();
});

test('a guide is sanitised', () => {
  const { parts } = renderGuide(
    '# Title\n\n<script>alert(1)</script><img src=x onerror=alert(1)>\n\n[a](javascript:alert(1)) [b](https://a.example)',
    'x',
  );
  expect(JSON.stringify(parts)).not.toMatch(/script|onerror|<img/);
  expect(JSON.stringify(parts)).toContain('https://a.example');
});

test('headings have unique anchors, as on GitHub', () => {
  const { headings, parts } = renderGuide('# T\n\n## The `end` & more\n\ntext\n\n## The end & more', 'x');
  expect(headings.map(({ id }) => id)).toEqual(['the-end--more', 'the-end--more-1']);
  expect(JSON.stringify(parts)).toContain('id=\\"the-end--more-1\\"');
});

test('links to guides become addresses of the dashboard', () => {
  const { parts } = renderGuide(
    '# T\n\n[a](../conditions.md#fields) [b](digest.md) [c](../../operations.md)',
    'steps/email',
  );
  const [part] = parts;
  expect(part?.kind === 'html' && part.html).toContain('href="/docs/conditions#fields"');
  expect(part?.kind === 'html' && part.html).toContain('href="/docs/steps/digest"');
  expect(part?.kind === 'html' && part.html).not.toContain('operations');
});
