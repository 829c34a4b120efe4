import { expect, test } from 'vitest';
import type { JsonObject } from '#lib/json/values.ts';
import { renderMail } from './mail.ts';
import { renderStep } from './render-step.ts';

type Node = { type: string } & Record<string, unknown>;

const text = (value: string, ...marks: object[]): Node => ({
  type: 'text',
  text: value,
  ...(marks.length > 0 && { marks }),
});
const paragraph = (...content: Node[]): Node => ({ type: 'paragraph', content });
const document = (...content: Node[]) => JSON.stringify({ type: 'doc', content });

/** Returns the rendered blocks, without the document around them. */
function blocks(variables: JsonObject, ...content: Node[]): string {
  const body = document(...content);
  const layout = { editorType: 'html', body: '{{ content }}' };
  return renderMail({ body, editorType: 'block', layout, variables, isTrusted: false, title: '' });
}

/** Removes styles and classes, which are checked visually. */
const bare = (html: string) =>
  html.replace(/ (?:style|class|role|cellpadding|cellspacing|border|bgcolor|rel)="[^"]*"/g, '');

test('texts, marks and variables are rendered', () => {
  const html = blocks(
    { payload: { name: 'Tom & <b>Jerry</b>', link: 'https://a.example/?a=1&b=2' } },
    { type: 'heading', attrs: { level: 2, textAlign: 'center' }, content: [text('Hi {{ payload.name }}')] },
    paragraph(
      text('1 < 2 '),
      text('bold', { type: 'bold' }, { type: 'italic' }),
      { type: 'hardBreak' },
      text('here', { type: 'link', attrs: { href: '{{ payload.link }}' } }),
      { type: 'variable', attrs: { id: 'payload.missing', fallback: `it's "unknown"` } },
      { type: 'variable', attrs: { id: '{{ payload.name | upcase }}' }, marks: [{ type: 'underline' }] },
    ),
  );
  expect(bare(html)).toBe(
    '<h2>Hi Tom &amp; &lt;b&gt;Jerry&lt;/b&gt;</h2>' +
      '<p>1 &lt; 2 <em><strong>bold</strong></em><br /><a href="https://a.example/?a=1&amp;b=2">here</a>' +
      'it\'s "unknown"<u>TOM &amp; &lt;B&gt;JERRY&lt;/B&gt;</u></p>',
  );
  expect(html).toContain('text-align:center');
});

test('a repeat shows its blocks once for each item, which is `current`', () => {
  const html = blocks(
    {
      payload: {
        items: [
          { name: 'a', tags: ['x', 'y'] },
          { name: 'b', tags: [] },
        ],
      },
    },
    {
      type: 'repeat',
      attrs: { each: '{{ payload.items }}' },
      content: [
        paragraph({ type: 'variable', attrs: { id: 'current.name' } }),
        { type: 'repeat', attrs: { each: 'current.tags' }, content: [paragraph(text('{{ current }}'))] },
      ],
    },
    { type: 'repeat', attrs: { each: 'payload.nothing' }, content: [paragraph(text('never'))] },
  );
  expect(bare(html)).toBe('<p>a</p><p>x</p><p>y</p><p>b</p>');
});

test('a block with showIfKey is shown when its variable is true', () => {
  const button = (showIfKey: string): Node => ({
    type: 'button',
    attrs: { text: showIfKey, url: 'https://a.example', showIfKey },
  });
  const html = blocks(
    { payload: { yes: true, no: false } },
    button('payload.yes'),
    button('payload.no'),
    button('{{ payload.none }}'),
  );
  expect(html).toContain('payload.yes</a>');
  expect(html).not.toContain('payload.no');
});

test('Liquid can span blocks, and lines with only tags leave no blank lines', () => {
  const html = blocks(
    { payload: { items: ['a', 'b'] } },
    paragraph(text('{% for item in payload.items %}')),
    paragraph(text('{{ item }}{% if item == "b" %}'), text('!{% endif %}', { type: 'bold' })),
    paragraph(text('{% endfor %}')),
  );
  expect(bare(html)).toBe('<p>a</p><p>b<strong>!</strong></p>');
});

test('a button is a link in a coloured cell, and an invalid address is omitted', () => {
  const html = blocks(
    { payload: { url: 'javascript:alert(1)' } },
    {
      type: 'button',
      attrs: { text: 'Open', url: 'https://a.example/{{ payload.id }}', buttonColor: '#ff0000', textColor: 'white' },
    },
    {
      type: 'button',
      attrs: { text: 'Bad', url: '{{ payload.url }}', variant: 'outline', buttonColor: 'red;background:url(x)' },
    },
  );
  expect(html).toMatch(
    /<td align="center" bgcolor="#ff0000" style="[^"]*background-color:#ff0000"><a href="https:\/\/a.example\/"[^>]*color:white/,
  );
  expect(html).toMatch(/<a target="_blank"[^>]*>Bad<\/a>/);
  expect(html).not.toMatch(/javascript|url\(x\)/);
});

test('images always have a description, and columns share the width', () => {
  const html = blocks(
    {},
    { type: 'image', attrs: { src: 'https://a.example/i.png', width: 900, externalLink: 'https://a.example' } },
    { type: 'image', attrs: { src: 'javascript:x', alt: 'A "quoted" name', width: '50%' } },
    {
      type: 'columns',
      content: [
        { type: 'column', attrs: { width: 40 }, content: [paragraph(text('left'))] },
        { type: 'column', content: [paragraph(text('right'))] },
      ],
    },
  );
  expect(html).toMatch(/<a href="https:\/\/a.example"><img src="https:\/\/a.example\/i.png" alt="" width="600"/);
  expect(html).toMatch(/<img alt="A &quot;quoted&quot; name" style="[^"]*;width:50%"/);
  expect(html).toMatch(/<td class="bf-column" width="40%".*left.*<td class="bf-column" width="60%".*right/);
});

test('lists, quotes, rules, spacers, sections and HTML are rendered', () => {
  const html = blocks(
    { payload: { html: '<i>x</i>' } },
    { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph(text('one'))] }] },
    {
      type: 'orderedList',
      attrs: { start: 3 },
      content: [{ type: 'listItem', content: [paragraph(text('two')), paragraph(text('more'))] }],
    },
    { type: 'blockquote', content: [paragraph(text('said'))] },
    { type: 'horizontalRule' },
    { type: 'spacer', attrs: { height: 40 } },
    { type: 'section', attrs: { backgroundColor: '#eeeeee', padding: 8 }, content: [paragraph(text('in'))] },
    {
      type: 'htmlCodeBlock',
      attrs: { content: '<p onclick="x">{{ payload.html }}{{ payload.html | raw }}</p><script>1</script>' },
    },
    { type: 'unknownBlock', content: [paragraph(text('kept'))] },
  );
  expect(bare(html)).toBe(
    '<ul><li>one</li></ul><ol start="3"><li><p>two</p><p>more</p></li></ol><blockquote><p>said</p></blockquote><hr />' +
      '<table width="100%"><tr><td height="40">\u00a0</td></tr></table><table width="100%"><tr><td><p>in</p></td></tr></table>' +
      '<p>&lt;i&gt;x&lt;/i&gt;<i>x</i></p><p>kept</p>',
  );
  expect(html).toContain('padding:8px');
});

test('without a layout, blocks get a document with a title, a language and colours for dark mode', () => {
  const html = renderMail({
    body: document(paragraph(text('Hi'))),
    variables: { subscriber: { locale: 'pt_BR' } },
    isTrusted: false,
    title: 'Tom & <Jerry>',
  });
  expect(html).toMatch(/^<!DOCTYPE html><html lang="pt-BR"><head><meta charset="utf-8" \/>/);
  expect(html).toContain('<title>Tom &amp; &lt;Jerry&gt;</title>');
  expect(html).toContain('name="color-scheme" content="light dark"');
  expect(html).toContain('@media (prefers-color-scheme:dark)');
  expect(html).not.toMatch(/<link|<!--|\bclass="[^"]*"[^>]*class=/);
});

test('blocks stay within their document, whatever their markup', () => {
  const html = renderMail({
    body: document({
      type: 'htmlCodeBlock',
      attrs: { content: '</td></tr></table></body></html><script>x</script><b>out' },
    }),
    variables: {},
    isTrusted: false,
    title: 'x',
  });
  expect(html).toMatch(/<b>out<\/b><\/td><\/tr><\/table><\/td><\/tr><\/table><\/body><\/html>$/);
  expect(html.match(/<\/body>/g)).toHaveLength(1);
  expect(html).not.toContain('script');
});

test('a layout of either editor contains the unescaped body in its slot, and reads the variables', () => {
  const variables = { subscriber: { firstName: '<J>' } };
  const body =
    '<html><head><title>x</title></head><body class="a"><p>Body {{ subscriber.firstName }}</p></body></html>';
  const inHtml = renderMail({
    body,
    editorType: 'html',
    layout: {
      editorType: 'html',
      body: '<html><body><header>{{ subscriber.firstName }}</header>{{content}}<footer></footer></body></html>',
    },
    variables,
    isTrusted: false,
    title: '',
  });
  expect(inHtml).toBe('<html><body><header>&lt;J&gt;</header><p>Body &lt;J&gt;</p><footer></footer></body></html>');
  const slot = document(paragraph(text('Above')), paragraph({ type: 'variable', attrs: { id: 'content' } }));
  const inBlocks = renderMail({
    body,
    editorType: 'html',
    layout: { editorType: 'block', body: slot },
    variables,
    isTrusted: false,
    title: '',
  });
  expect(inBlocks).toMatch(/>Above<\/p><p>Body &lt;J&gt;<\/p><\/td>/);
});

test('without sanitising, values and HTML are sent unchanged', async () => {
  const controls = {
    subject: 'Hi',
    body: '<p onclick="x">{{ payload.html }}</p>',
    editorType: 'html',
    disableOutputSanitization: true,
  };
  const { output } = await renderStep({
    type: 'email',
    controls,
    variables: { payload: { html: '<script>1</script>' } },
  });
  expect(output.body).toBe('<p onclick="x"><script>1</script></p>');
});

test('a body that is not a document of the editor is a problem', async () => {
  for (const body of ['<p>HTML</p>', '[]', '{"type":"paragraph"}']) {
    const { problem, output } = await renderStep({
      type: 'email',
      controls: { subject: 'Hi', body, editorType: 'block' },
      variables: {},
    });
    expect(problem).toMatchObject({
      control: 'body',
      message: expect.stringContaining('not a document of the block editor'),
    });
    expect(output).toMatchObject({ subject: 'Hi', body: '' });
  }
});

test('bare variable names, images and cards of other editors are supported', () => {
  const link = (href: string) => ({ type: 'link', attrs: { href, isUrlVariable: true } });
  const html = blocks(
    { payload: { name: 'Ada', url: 'https://a.example/', picture: 'https://a.example/p.png' } },
    {
      type: 'button',
      attrs: { text: 'payload.name', isTextVariable: true, url: '{{ payload.url }}', isUrlVariable: true },
    },
    paragraph(text('one', link('payload.url')), text('two', link('https://b.example/'))),
    {
      type: 'logo',
      attrs: {
        src: 'payload.picture',
        isSrcVariable: true,
        externalLink: 'payload.url',
        isExternalLinkUrlVariable: true,
      },
    },
    paragraph(text('before '), { type: 'inlineImage', attrs: { src: 'https://a.example/i.png' } }, text(' after')),
    {
      type: 'linkCard',
      attrs: { title: 'Title', description: 'Words', link: 'https://c.example/', linkTitle: 'Read' },
    },
    { type: 'htmlCodeBlock', content: [text('<b>x'), text('</b>')] },
  );
  expect(bare(html)).toContain('<a href="https://a.example/" target="_blank">Ada</a>');
  expect(bare(html)).toContain('<p><a href="https://a.example/">one</a><a href="https://b.example/">two</a></p>');
  expect(bare(html)).toContain('<a href="https://a.example/"><img src="https://a.example/p.png" alt="" /></a>');
  expect(bare(html)).toContain('<p>before <img src="https://a.example/i.png" alt="" /> after</p>');
  expect(bare(html)).toContain(
    '<p><strong>Title</strong><br />Words<br /><a href="https://c.example/">Read</a></p><b>x</b>',
  );
});

test('a whole document keeps its sheets and the look of its body within a layout', () => {
  const head =
    '<style>p { color: red }</style><!--[if mso]><style>p{margin:9px}</style><![endif]--><title>x</title><style media="print">b{}</style>';
  const mail = (body: string) =>
    renderMail({
      body: `<!doctype html><html><head>${head}</head>${body}<p>Hi</p></body></html>`,
      editorType: 'html',
      layout: { editorType: 'html', body: '<main>{{ content }}</main>' },
      variables: {},
      isTrusted: true,
      title: '',
    });
  const sheets =
    '<style>p { color: red }</style><style media="print">b{}</style><!--[if mso]><style>p{margin:9px}</style><![endif]-->';
  expect(mail('<body>')).toBe(`<main>${sheets}<p>Hi</p></main>`);
  expect(mail('<body bgcolor="#eeeeee" style="margin:0">')).toBe(
    `<main>${sheets}<div style="background-color:#eeeeee;margin:0"><p>Hi</p></div></main>`,
  );
});

test.each([
  ['ar', 'rtl'],
  ['he_IL', 'rtl'],
  ['fa-IR', 'rtl'],
  ['ur', 'rtl'],
  ['en_US', 'ltr'],
  ['de', 'ltr'],
  ['no locale', 'ltr'],
  [undefined, 'ltr'],
])('blocks for the locale %s are written %s', (locale, direction) => {
  const text = (value: string) => [{ type: 'text', text: value }];
  const content = [
    { type: 'paragraph', content: text('a') },
    { type: 'paragraph', attrs: { textAlign: 'left' }, content: text('b') },
    { type: 'bulletList', content: [{ type: 'listItem', content: [{ type: 'paragraph', content: text('c') }] }] },
    { type: 'blockquote', content: [{ type: 'paragraph', content: text('d') }] },
    { type: 'button', attrs: { text: 'e', url: 'https://x.example' } },
    { type: 'section', content: [{ type: 'paragraph', content: text('f') }] },
  ];
  const layout = { type: 'doc', content: [{ type: 'variable', attrs: { id: 'content' } }] };
  for (const more of [{}, { layout: { editorType: 'block', body: JSON.stringify(layout) } }]) {
    const html = renderMail({
      editorType: 'block',
      body: JSON.stringify({ type: 'doc', content }),
      variables: { subscriber: { locale } },
      isTrusted: false,
      title: '',
      ...more,
    });
    const isRtl = direction === 'rtl';
    expect(html.match(/ dir="rtl"/g)?.length ?? 0).toBe(isRtl ? 3 : 0);
    const [start, space] = isRtl ? ['right', '0 24px 0 0'] : ['left', '0 0 0 24px'];
    expect(html).toContain(`<td align="${start}"${isRtl ? ' dir="rtl"' : ''} class="bf-text"`);
    expect(html).toContain(`<ul style="margin:0 0 20px;padding:${space}">`);
    expect(html).toContain(`border-${start}:3px solid`);
    expect(html).toContain(`padding:16px;text-align:${start}`);
    expect(html).toContain(`<td align="${start}"><table`);
    // The alignment that the author chose stays.
    expect(html.match(/text-align:left/g)).toHaveLength(isRtl ? 1 : 2);
    expect(html).not.toMatch(/[\uFDD0-\uFDEF]/);
  }
});
