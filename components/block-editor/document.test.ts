import { expect, test } from 'vitest';
import { BLOCK_LIMITS, NODE_ATTRIBUTES } from '#lib/rendering/block-document.ts';
import { readDocument, writeDocument } from './document.ts';
import { documentSchema } from './extensions.ts';

const schema = documentSchema();
const text = (text = 'Hello', marks?: object[]) => ({ type: 'text', text, ...(marks && { marks }) });
const paragraph = (...content: object[]) => ({ type: 'paragraph', ...(content.length > 0 && { content }) });
const doc = (...content: unknown[]) => ({ type: 'doc', content });

function through(value: unknown): unknown {
  const document = readDocument(JSON.stringify(value), schema);
  document?.check();
  return document && JSON.parse(writeDocument(document) || 'null');
}

/** One node of each type, with every attribute that the document knows. */
const samples: Record<string, object> = {
  paragraph: { type: 'paragraph', attrs: { textAlign: 'center', showIfKey: 'payload.vip' }, content: [text()] },
  heading: { type: 'heading', attrs: { level: 2, textAlign: 'right', showIfKey: null }, content: [text()] },
  text: paragraph(text('Hi {{ subscriber.firstName }}')),
  hardBreak: paragraph(text('a'), { type: 'hardBreak' }, text('b')),
  bulletList: {
    type: 'bulletList',
    attrs: { showIfKey: 'payload.items' },
    content: [{ type: 'listItem', attrs: { showIfKey: 'current.new' }, content: [paragraph(text())] }],
  },
  orderedList: {
    type: 'orderedList',
    attrs: { start: 3, showIfKey: null },
    content: [{ type: 'listItem', content: [paragraph(text())] }],
  },
  listItem: { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph(), paragraph(text())] }] },
  blockquote: { type: 'blockquote', attrs: { showIfKey: 'payload.a' }, content: [paragraph(text())] },
  horizontalRule: { type: 'horizontalRule', attrs: { showIfKey: 'payload.a' } },
  image: {
    type: 'image',
    attrs: {
      src: '{{ payload.photo }}',
      alt: 'A photo',
      title: 'Title',
      width: '50%',
      height: 120,
      alignment: 'center',
      externalLink: 'https://example.com',
      showIfKey: 'payload.photo',
    },
  },
  button: {
    type: 'button',
    attrs: {
      text: 'Track {{ payload.id }}',
      url: 'https://example.com/{{ payload.id }}',
      alignment: 'right',
      variant: 'outline',
      buttonColor: '#3355ff',
      textColor: '#ffffff',
      showIfKey: null,
    },
  },
  spacer: { type: 'spacer', attrs: { height: 48, showIfKey: 'payload.a' } },
  section: {
    type: 'section',
    attrs: { backgroundColor: '#eeeeee', padding: 20, align: 'center', showIfKey: 'payload.a' },
    content: [paragraph(text()), { type: 'spacer' }],
  },
  columns: {
    type: 'columns',
    attrs: { showIfKey: 'payload.a' },
    content: [
      { type: 'column', attrs: { width: 30, showIfKey: null }, content: [paragraph(text('Left'))] },
      { type: 'column', content: [paragraph(text('Right'))] },
    ],
  },
  column: { type: 'columns', content: [{ type: 'column', content: [paragraph()] }] },
  variable: paragraph(
    { type: 'variable', attrs: { id: 'payload.name | upcase', fallback: 'you' }, marks: [{ type: 'bold' }] },
    text(' and '),
    { type: 'variable', attrs: { id: 'content' } },
  ),
  repeat: {
    type: 'repeat',
    attrs: { each: 'payload.items', showIfKey: 'payload.items' },
    content: [paragraph(text())],
  },
  htmlCodeBlock: { type: 'htmlCodeBlock', attrs: { content: '<b>{{ payload.x }}</b>', showIfKey: 'payload.x' } },
};

test('there is a sample of every node type', () => {
  expect(Object.keys(samples).sort()).toEqual(
    Object.keys(NODE_ATTRIBUTES)
      .filter((type) => type !== 'doc')
      .sort(),
  );
});

test.each(Object.entries(samples))('%s survives the editor unchanged', (_, node) => {
  expect(through(doc(node))).toEqual(doc(node));
});

test.each(Object.entries(NODE_ATTRIBUTES))('%s without attributes keeps its place', (type) => {
  if (type === 'doc' || type === 'text') return;
  const inline = type === 'hardBreak' || type === 'variable';
  const inside: Record<string, object> = { listItem: { type: 'bulletList' }, column: { type: 'columns' } };
  const node = { type, ...(CONTAINERS.has(type) && { content: [fillOf(type)] }) };
  const wrapped = inside[type] ? { ...inside[type], content: [node] } : node;
  const whole = doc(inline ? paragraph(node) : wrapped, { type: 'spacer' });
  expect(through(whole)).toEqual(whole);
});

const CONTAINERS = new Set([
  'bulletList',
  'orderedList',
  'listItem',
  'blockquote',
  'section',
  'columns',
  'column',
  'repeat',
]);
function fillOf(type: string): object {
  if (type.endsWith('List')) return { type: 'listItem', content: [paragraph()] };
  return type === 'columns' ? { type: 'column', content: [paragraph()] } : paragraph();
}

test.each([
  ['bold'],
  ['italic'],
  ['underline'],
  ['strike'],
  ['code'],
  ['link', { href: '{{ payload.url }}' }],
  ['link', { href: 'https://example.com', target: '_blank', rel: null }],
  ['textStyle', { color: '#ff0000' }],
])('the mark %s survives the editor unchanged', (type, attrs = undefined) => {
  const whole = doc(paragraph(text('x', [{ type, ...(attrs && { attrs }) }]), text(' plain')));
  expect(through(whole)).toEqual(whole);
});

test('marks can be combined, including code', () => {
  const marks = [
    { type: 'bold' },
    { type: 'code' },
    { type: 'italic' },
    { type: 'textStyle', attrs: { color: 'red' } },
  ];
  const result = through(doc(paragraph(text('x', marks)))) as { content: [{ content: [{ marks: object[] }] }] };
  expect(result.content[0].content[0].marks).toHaveLength(4);
  expect(result.content[0].content[0].marks).toEqual(expect.arrayContaining(marks));
});

test.each([
  [
    'a block of another editor',
    doc({ type: 'countdown', attrs: { until: '2030-01-01' }, content: [paragraph(text())] }),
  ],
  ['an unknown block in a section', doc({ type: 'section', content: [{ type: 'carousel', items: [1, 2] }] })],
  ['an unknown inline node', doc(paragraph(text('a'), { type: 'emoji', attrs: { name: 'wave' } }))],
  ['an unknown mark', doc(paragraph(text('a', [{ type: 'bold' }, { type: 'glow', attrs: { size: 3 } }])))],
  [
    'two unknown marks of one type',
    doc(
      paragraph(
        text('a', [
          { type: 'glow', attrs: { n: 1 } },
          { type: 'glow', attrs: { n: 2 } },
        ]),
      ),
    ),
  ],
  [
    'unknown attributes of a known node',
    doc({ type: 'button', attrs: { text: 'Go', url: '', borderRadius: 'smooth', shadow: null } }),
  ],
  [
    'unknown attributes of a paragraph',
    doc({ type: 'paragraph', attrs: { textAlign: null, id: 'x1' }, content: [text()] }),
  ],
  ['a key next to attrs', doc({ type: 'paragraph', key: 'k', content: [text()] })],
  ['marks of a block', doc({ type: 'spacer', marks: [{ type: 'bold' }] })],
  ['a heading of a level that is not offered', doc({ type: 'heading', attrs: { level: 5 }, content: [text()] })],
  ['text where blocks belong', doc(text('loose'))],
  ['a block where text belongs', doc(paragraph({ type: 'image', attrs: { src: 'https://example.com/a.png' } }))],
  ['a list with something else in it', doc({ type: 'bulletList', content: [paragraph(text())] })],
  [
    'a list item that starts with a list',
    doc({ type: 'bulletList', content: [{ type: 'listItem', content: [{ type: 'spacer' }] }] }),
  ],
  ['a column on its own', doc({ type: 'column', content: [paragraph()] })],
  ['a node that is not an object', doc('text', 3, null, paragraph(text()))],
  ['content that is not a list', doc({ type: 'paragraph', content: 'text' })],
  [
    'our own names for what is unknown',
    doc({ type: 'unknownBlock', attrs: { json: 1 } }, paragraph(text('a', [{ type: 'unknownMark' }]))),
  ],
  [
    'keys that mean something to JavaScript',
    doc({ type: 'paragraph', attrs: { constructor: 1, toString: 'x' }, content: [text()] }),
  ],
  ['a node named like a property of objects', doc({ type: 'constructor' }, { type: 'toString' })],
  [
    'an attribute named stored',
    doc({ type: 'button', attrs: { text: 'a', url: '', stored: { attrs: { url: 'x' } } } }),
  ],
])('%s is kept', (_, whole) => {
  expect(through(whole)).toEqual(whole);
});

test('only a document without content and settings is stored as an empty text', () => {
  const written = (text: string) => writeDocument(readDocument(text, schema) as never);
  expect(written('')).toBe('');
  expect(written(JSON.stringify(doc(paragraph())))).toBe('');
  expect(written(JSON.stringify(doc()))).toBe('');
  expect(JSON.parse(written(JSON.stringify(doc({ type: 'paragraph', attrs: { showIfKey: 'a' } }))))).toEqual(
    doc({ type: 'paragraph', attrs: { showIfKey: 'a' } }),
  );
});

test('a container of blocks always keeps one block', () => {
  for (const type of ['section', 'repeat', 'blockquote']) {
    expect(through(doc({ type, attrs: { showIfKey: 'a' } }))).toEqual(
      doc({ type, attrs: { showIfKey: 'a' }, content: [paragraph()] }),
    );
  }
});

test.each(['<p>Hi</p>', '[]', '"doc"', '{"type":"paragraph"}', '{"type":"doc","content":{}}', 'null'])(
  '%s is not a document',
  (text) => {
    expect(readDocument(text, schema)).toBeUndefined();
  },
);

test('a document deeper than the limit is kept, with a placeholder for the deep part', () => {
  let node: object = paragraph(text('deep'));
  for (let depth = 0; depth < BLOCK_LIMITS.depth + 5; depth++) node = { type: 'section', content: [node] };
  expect(through(doc(node))).toEqual(doc(node));
});
