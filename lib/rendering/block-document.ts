import { isObject } from '#lib/json/values.ts';
/**
 * The block editor's document: ProseMirror JSON with a fixed list of nodes and marks. This module parses it for
 * analysis, rendering and the editor. Every text, address and `htmlCodeBlock` may contain Liquid. Safe in the browser.
 */

export const BLOCK_LIMITS = {
  /** Maximum characters of the document as JSON text. */
  text: 512 * 1024,
  /** Maximum number of nodes. */
  nodes: 5_000,
  /** Maximum nesting of nodes. */
  depth: 40,
} as const;

export type Alignment = 'left' | 'center' | 'right';

/** The attributes of every block. */
interface BlockAttributes {
  /** The path of a variable. The block is shown only if the value is truthy. */
  showIfKey?: string | null;
}
interface TextBlockAttributes extends BlockAttributes {
  textAlign?: Alignment | 'justify' | null;
}

export type BlockMark =
  | { type: 'bold' | 'italic' | 'underline' | 'strike' | 'code' }
  | { type: 'link'; attrs: { href: string } }
  | { type: 'textStyle'; attrs: { color?: string | null } };

interface NodeShapes {
  doc: { content: BlockNode[] };
  paragraph: { attrs?: TextBlockAttributes; content?: BlockNode[] };
  heading: { attrs?: TextBlockAttributes & { level?: 1 | 2 | 3 }; content?: BlockNode[] };
  text: { text: string; marks?: BlockMark[] };
  hardBreak: object;
  bulletList: { attrs?: BlockAttributes; content?: BlockNode[] };
  orderedList: { attrs?: BlockAttributes & { start?: number | null }; content?: BlockNode[] };
  listItem: { attrs?: BlockAttributes; content?: BlockNode[] };
  blockquote: { attrs?: BlockAttributes; content?: BlockNode[] };
  horizontalRule: { attrs?: BlockAttributes };
  image: {
    attrs: BlockAttributes & {
      src: string;
      alt?: string | null;
      title?: string | null;
      /** The width in pixels, or as a percentage of the available width. */
      width?: number | string | null;
      height?: number | string | null;
      alignment?: Alignment | null;
      /** The address that a click opens. */
      externalLink?: string | null;
    };
  };
  button: {
    attrs: BlockAttributes & {
      text: string;
      url: string;
      alignment?: Alignment | null;
      variant?: 'filled' | 'outline' | null;
      buttonColor?: string | null;
      textColor?: string | null;
    };
  };
  /** `height` in pixels. */
  spacer: { attrs?: BlockAttributes & { height?: number | null } };
  /** `padding` in pixels. */
  section: {
    attrs?: BlockAttributes & { backgroundColor?: string | null; padding?: number | null; align?: Alignment | null };
    content?: BlockNode[];
  };
  columns: { attrs?: BlockAttributes; content?: BlockNode[] };
  /** `width` in per cent. Columns without a width share the rest. */
  column: { attrs?: BlockAttributes & { width?: number | null }; content?: BlockNode[] };
  /** `id` is the path of a variable, optionally with filters. `content` is the slot of a layout. */
  variable: { attrs: { id: string; fallback?: string | null }; marks?: BlockMark[] };
  /** Repeats its content for each item of the list at the path `each`. `current` is the item. */
  repeat: { attrs: BlockAttributes & { each: string }; content?: BlockNode[] };
  htmlCodeBlock: { attrs: BlockAttributes & { content: string } };
}

export type BlockNodeType = keyof NodeShapes;
export type BlockNodeOf<Type extends BlockNodeType> = { type: Type } & NodeShapes[Type];
export type BlockNode = { [Type in BlockNodeType]: BlockNodeOf<Type> }[BlockNodeType];
export type BlockDocument = BlockNodeOf<'doc'>;

/** The name of a layout's slot for the body of the email. */
export const CONTENT_SLOT = 'content';

/** Whether the body of an email is a block-editor document. Without `editorType`, the text of the body decides. */
export function isBlockBody({ body, editorType }: { body?: unknown; editorType?: unknown }): boolean {
  if (editorType === 'block' || editorType === 'html') return editorType === 'block';
  return typeof body === 'string' && /^\s*\{\s*"/.test(body);
}

export type ParsedBlockDocument =
  | { document: BlockDocument; problem?: undefined }
  | { document?: undefined; problem: string };

/**
 * Reads a document from its JSON text. Empty text is an empty document. A node of unknown type is replaced by its content.
 * Unknown marks and attributes of the wrong type are omitted, so that documents of other editors show as much as
 * possible.
 */
export function parseBlockDocument(text: string): ParsedBlockDocument {
  if (text.trim() === '') return { document: { type: 'doc', content: [] } };
  if (text.length > BLOCK_LIMITS.text) {
    return {
      problem: `The document is longer than ${BLOCK_LIMITS.text / 1024} KiB. Shorten it or move images out of it.`,
    };
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: 'The body is not a document of the block editor. Choose the HTML editor for HTML.' };
  }
  if (!isObject(value) || value.type !== 'doc') {
    return { problem: 'The body is not a document of the block editor: its outermost node must be of type doc.' };
  }
  const reading: Reading = { nodesLeft: BLOCK_LIMITS.nodes };
  const content = nodesIn(value.content, reading, 1);
  return reading.problem ? { problem: reading.problem } : { document: { type: 'doc', content } };
}

/**
 * Returns the expression inside `{{ payload.name }}`, or the text itself if it has no braces. Empty if there is no
 * text.
 */
export function expressionOf(value: string | null | undefined): string {
  const text = (value ?? '').trim();
  return (text.startsWith('{{') && text.endsWith('}}') ? text.slice(2, -2) : text).trim();
}

interface Reading {
  nodesLeft: number;
  problem?: string;
}

function nodesIn(content: unknown, reading: Reading, depth: number): BlockNode[] {
  if (!Array.isArray(content)) return [];
  if (depth > BLOCK_LIMITS.depth) {
    reading.problem ??= `The document has more than ${BLOCK_LIMITS.depth} blocks within one another.`;
    return [];
  }
  return content.flatMap((child) => (reading.problem ? [] : nodeOf(child, reading, depth)));
}

function nodeOf(value: unknown, reading: Reading, depth: number): BlockNode[] {
  if (!isObject(value)) return [];
  if (reading.nodesLeft-- <= 0) {
    reading.problem ??= `The document has more than ${BLOCK_LIMITS.nodes} blocks and pieces of text.`;
    return [];
  }
  const content = nodesIn(value.content, reading, depth + 1);
  const given = isObject(value.attrs) ? value.attrs : {};
  if (value.type === 'linkCard') return [linkCard(given)];
  const type = IMAGES.has(String(value.type)) ? 'image' : String(value.type);
  if (!isNodeType(type)) return content;
  if (type === 'text') return textNode(value);
  const marks = marksOf(value.marks);
  const attrs = attributesOf(NODE_ATTRIBUTES[type], withBraces(given));
  if (type === 'htmlCodeBlock') attrs.content ||= textOf(content);
  const node = {
    type,
    ...(Object.keys(attrs).length > 0 && { attrs }),
    ...(CONTAINERS.has(type) && { content }),
    ...(type === 'variable' && marks.length > 0 && { marks }),
  };
  // The defaults above provide every attribute that a block requires.
  return [node as unknown as BlockNode];
}

/** Flags of other editors for attributes that contain the bare path of a variable. */
const VARIABLE_FLAGS = {
  isTextVariable: 'text',
  isUrlVariable: 'url',
  isSrcVariable: 'src',
  isExternalLinkUrlVariable: 'externalLink',
} as const;

/** A path, optionally with filters. Any other text in the attribute is not a variable, and is used unchanged. */
const BARE_VARIABLE = /^\s*[a-z_][\w-]*(?:\.[\w-]+|\[[^\]{}]*\])*\s*(?:\|[^{}]*)?$/i;

function withBraces(attrs: Record<string, unknown>, flags: Record<string, string> = VARIABLE_FLAGS) {
  const changed = Object.entries(flags).flatMap(([flag, key]) => {
    const value = attrs[key];
    const isBare = attrs[flag] === true && typeof value === 'string' && BARE_VARIABLE.test(value);
    return isBare ? [[key, `{{ ${value.trim()} }}`] as const] : [];
  });
  return { ...attrs, ...Object.fromEntries(changed) };
}

function linkCard(attrs: Record<string, unknown>): BlockNode {
  const textAt = (key: string) => (typeof attrs[key] === 'string' ? attrs[key].trim() : '');
  const href = textAt('link');
  const bold: BlockMark = { type: 'bold' };
  const lines = [
    textNode({ text: textAt('title'), marks: [bold] }),
    textNode({ text: textAt('description') }),
    textNode({ text: textAt('linkTitle') || href, marks: href ? [{ type: 'link', attrs: { href } }] : [] }),
  ].filter((line) => line.length > 0);
  const content = lines.flatMap((line, at): BlockNode[] => (at === 0 ? line : [{ type: 'hardBreak' }, ...line]));
  return { type: 'paragraph', attrs: attributesOf(BLOCK, attrs), content };
}

function textOf(content: readonly BlockNode[]): string {
  return content.map((node) => (node.type === 'text' ? node.text : '')).join('');
}

function textNode({ text, marks }: Record<string, unknown>): BlockNode[] {
  if (typeof text !== 'string' || text === '') return [];
  const known = marksOf(marks);
  return [{ type: 'text', text, ...(known.length > 0 && { marks: known }) }];
}

function marksOf(marks: unknown): BlockMark[] {
  return Array.isArray(marks) ? marks.flatMap((mark) => markOf(mark)) : [];
}

function markOf(mark: unknown): BlockMark[] {
  if (!isObject(mark)) return [];
  const { type } = mark;
  const attrs = isObject(mark.attrs) ? withBraces(mark.attrs, { isUrlVariable: 'href' }) : {};
  if (type === 'link') return typeof attrs.href === 'string' ? [{ type, attrs: { href: attrs.href } }] : [];
  if (type === 'textStyle') return typeof attrs.color === 'string' ? [{ type, attrs: { color: attrs.color } }] : [];
  return SIMPLE_MARKS.has(String(type)) ? [{ type } as BlockMark] : [];
}

type Attribute = { type: 'text' | 'number' | 'size'; fallback?: string } | { oneOf: readonly (string | number)[] };

/** Returns the attributes that have the right type. Missing required texts are empty. */
function attributesOf(wanted: Record<string, Attribute>, given: unknown): Record<string, unknown> {
  const attrs = isObject(given) ? given : {};
  const entries = Object.entries(wanted).flatMap(([key, attribute]) => {
    const value = Object.hasOwn(attrs, key) ? attrs[key] : undefined;
    if (fits(value, attribute)) return [[key, value] as const];
    return 'fallback' in attribute ? [[key, attribute.fallback] as const] : [];
  });
  return Object.fromEntries(entries);
}

function fits(value: unknown, attribute: Attribute): boolean {
  if ('oneOf' in attribute) return attribute.oneOf.includes(value as string | number);
  const isText = typeof value === 'string';
  const isNumber = typeof value === 'number' && Number.isFinite(value);
  if (attribute.type === 'size') return isText || isNumber;
  return attribute.type === 'text' ? isText : isNumber;
}

const TEXT: Attribute = { type: 'text' };
const REQUIRED_TEXT: Attribute = { type: 'text', fallback: '' };
const NUMBER: Attribute = { type: 'number' };
const SIZE: Attribute = { type: 'size' };
const ALIGNMENT: Attribute = { oneOf: ['left', 'center', 'right'] };
const BLOCK = { showIfKey: TEXT };
const TEXT_BLOCK = { ...BLOCK, textAlign: { oneOf: ['left', 'center', 'right', 'justify'] } } as const;

/** The attributes of each node. Other attributes of a document are omitted. */
export const NODE_ATTRIBUTES: Record<BlockNodeType, Record<string, Attribute>> = {
  doc: {},
  paragraph: TEXT_BLOCK,
  heading: { ...TEXT_BLOCK, level: { oneOf: [1, 2, 3] } },
  text: {},
  hardBreak: {},
  bulletList: BLOCK,
  orderedList: { ...BLOCK, start: NUMBER },
  listItem: BLOCK,
  blockquote: BLOCK,
  horizontalRule: BLOCK,
  image: {
    ...BLOCK,
    src: REQUIRED_TEXT,
    alt: TEXT,
    title: TEXT,
    width: SIZE,
    height: SIZE,
    alignment: ALIGNMENT,
    externalLink: TEXT,
  },
  button: {
    ...BLOCK,
    text: REQUIRED_TEXT,
    url: REQUIRED_TEXT,
    alignment: ALIGNMENT,
    variant: { oneOf: ['filled', 'outline'] },
    buttonColor: TEXT,
    textColor: TEXT,
  },
  spacer: { ...BLOCK, height: NUMBER },
  section: { ...BLOCK, backgroundColor: TEXT, padding: NUMBER, align: ALIGNMENT },
  columns: BLOCK,
  column: { ...BLOCK, width: NUMBER },
  variable: { id: REQUIRED_TEXT, fallback: TEXT },
  repeat: { ...BLOCK, each: REQUIRED_TEXT },
  htmlCodeBlock: { ...BLOCK, content: REQUIRED_TEXT },
};

/** Nodes of other editors that are converted to images. */
const IMAGES = new Set(['logo', 'inlineImage']);
const SIMPLE_MARKS = new Set(['bold', 'italic', 'underline', 'strike', 'code']);
const CONTAINERS = new Set<BlockNodeType>([
  'paragraph',
  'heading',
  'bulletList',
  'orderedList',
  'listItem',
  'blockquote',
  'section',
  'columns',
  'column',
  'repeat',
]);

function isNodeType(type: string): type is Exclude<BlockNodeType, 'doc'> {
  return type !== 'doc' && Object.hasOwn(NODE_ATTRIBUTES, type);
}
