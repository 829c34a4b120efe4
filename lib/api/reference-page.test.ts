import { describe, expect, test } from 'vitest';
import { buildOpenApi } from './openapi.ts';
import { html } from './reference-html.ts';
import { referencePage } from './reference-page.ts';

test('html escapes what is put in and leaves nothing for false', () => {
  const value = '<b> & "quoted" \'x\'';
  expect(html`<a title="${value}">${[html`<i>${1}</i>`, false, undefined]}</a>`.text).toBe(
    '<a title="&lt;b&gt; &amp; &quot;quoted&quot; &#39;x&#39;"><i>1</i></a>',
  );
});

describe('referencePage', () => {
  test('shows every operation and schema once, and links only to what is there', async () => {
    const document = await buildOpenApi();
    const page = referencePage(document, 'n0nce');
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]);
    expect(new Set(ids).size).toBe(ids.length);
    for (const operation of Object.values(document.paths).flatMap((item) => Object.values(item)))
      expect(ids).toContain(operation.operationId);
    for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target);
  });

  test('names each column of its tables', async () => {
    expect(referencePage(await buildOpenApi(), 'n0nce')).not.toMatch(/<th[^>]*><\/th>/);
  });

  test('loads nothing from elsewhere and runs nothing', async () => {
    const page = referencePage(await buildOpenApi(), 'n0nce');
    expect(page).not.toMatch(/<script|<link|<img| style=| on\w+=|@import|url\(/);
    expect(page).toContain('<style nonce="n0nce">');
  });
});
