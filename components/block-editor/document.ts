/**
 * Converts between the stored JSON text and the edited document. Content that the editor does not know, or does not
 * allow in its place, becomes a placeholder that contains it. Writing returns exactly what was read.
 */

import { Fragment, type Mark, type Node, type NodeType, type Schema } from '@tiptap/pm/model';
import { isObject } from '#lib/json/values.ts';
import { BLOCK_LIMITS } from '#lib/rendering/block-document.ts';
import type { StoredRest } from './attributes.ts';

type Json = Record<string, unknown>;

/** Reads the document in `text`. Empty text is an empty document. Undefined if the text is not a document. */
export function readDocument(text: string, schema: Schema): Node | undefined {
  if (text.trim() === '') return schema.topNodeType.createAndFill() ?? undefined;
  const value = parse(text);
  if (!isObject(value) || value.type !== 'doc' || !isListOrAbsent(value.content)) return undefined;
  return knownNode(value, schema.topNodeType, schema, 0) ?? emptyDocument(value, schema);
}

/** Returns the text of a document. Empty for a document without content. */
export function writeDocument(doc: Node): string {
  const [only] = doc.childCount === 1 ? [doc.child(0)] : [];
  const isEmpty = only?.type.name === 'paragraph' && only.content.size === 0 && !attributesOut(only);
  return isEmpty && !doc.attrs.stored ? '' : JSON.stringify(nodeOut(doc));
}

function emptyDocument(value: Json, schema: Schema): Node | undefined {
  const doc = schema.topNodeType.createAndFill({ stored: storedOf(value) });
  return doc ?? undefined;
}

function nodesIn(content: unknown, parent: NodeType, schema: Schema, depth: number): Node[] {
  if (!Array.isArray(content)) return [];
  return content.flatMap((child) => nodeIn(child, parent, schema, depth));
}

function nodeIn(value: unknown, parent: NodeType, schema: Schema, depth: number): Node[] {
  if (!isObject(value)) return [unknown(value, parent, schema)];
  if (value.type === 'text' && value.text === '') return [];
  const type = schema.nodes[String(value.type)];
  const node = type && depth < BLOCK_LIMITS.depth ? knownNode(value, type, schema, depth) : undefined;
  return [node && fits(node.type, parent) ? node : unknown(value, parent, schema)];
}

/** Returns the node if the schema allows it with this content. Undefined otherwise. */
function knownNode(value: Json, type: NodeType, schema: Schema, depth: number): Node | undefined {
  if (type.isText) return textIn(value, schema);
  if (type.name.startsWith('unknown') || !isListOrAbsent(value.content)) return undefined;
  const content = Fragment.from(nodesIn(value.content, type, schema, depth + 1));
  const attrs = { ...known(value.attrs, type.spec.attrs), stored: storedOf(value, type.isInline) };
  const marks = type.isInline ? marksIn(value.marks, schema) : [];
  if (type.validContent(content)) return type.create(attrs, content, marks);
  return content.size === 0 ? (type.createAndFill(attrs, null, marks) ?? undefined) : undefined;
}

function textIn(value: Json, schema: Schema): Node | undefined {
  const { type: _, text, marks, ...rest } = value;
  if (typeof text !== 'string' || Object.keys(rest).length > 0) return undefined;
  return schema.text(text, marksIn(marks, schema));
}

function marksIn(marks: unknown, schema: Schema): Mark[] {
  if (!Array.isArray(marks)) return [];
  return marks.map((value) => {
    const type = isObject(value) ? schema.marks[String(value.type)] : undefined;
    if (!type || type.name === 'unknownMark') return schema.mark('unknownMark', { json: value });
    return type.create({ ...known(value.attrs, type.spec.attrs), stored: storedOf(value) });
  });
}

function unknown(value: unknown, parent: NodeType, schema: Schema): Node {
  return schema.node(parent.inlineContent ? 'unknownInline' : 'unknownBlock', { json: value });
}

/** Whether the parent allows a node of this type somewhere. */
function fits(type: NodeType, parent: NodeType): boolean {
  const start = parent.contentMatch;
  return Boolean(start.matchType(type) ?? (start.edgeCount > 0 && start.edge(0).next.matchType(type)));
}

function known(attrs: unknown, wanted: object = {}): Json {
  if (!isObject(attrs)) return {};
  return Object.fromEntries(Object.entries(attrs).filter(([key]) => key !== 'stored' && Object.hasOwn(wanted, key)));
}

/** Returns what must be written again with the node: its original attributes and unknown keys. */
function storedOf(value: Json, keepsMarks = false): StoredRest | null {
  const { type: _, attrs, content: __, marks, ...rest } = value;
  if (!keepsMarks && marks !== undefined) rest.marks = marks;
  const kept: StoredRest = { ...(isObject(attrs) && { attrs }), ...(Object.keys(rest).length > 0 && { rest }) };
  return Object.keys(kept).length > 0 ? kept : null;
}

function nodeOut(node: Node): unknown {
  if (node.type.name.startsWith('unknown')) return node.attrs.json;
  const attrs = attributesOut(node);
  const marks = node.marks.map(markOut);
  const content: unknown[] = [];
  node.forEach((child) => {
    content.push(nodeOut(child));
  });
  return {
    type: node.type.name,
    ...(attrs && { attrs }),
    ...(content.length > 0 && { content }),
    ...(node.isText && { text: node.text }),
    ...(marks.length > 0 && { marks }),
    ...(node.attrs.stored as StoredRest | null)?.rest,
  };
}

function markOut(mark: Mark): unknown {
  if (mark.type.name === 'unknownMark') return mark.attrs.json;
  const attrs = attributesOut(mark);
  return { type: mark.type.name, ...(attrs && { attrs }), ...(mark.attrs.stored as StoredRest | null)?.rest };
}

/** Returns the stored attributes, updated with the current attributes. Attributes that were never set are left out. */
function attributesOut({ type, attrs }: Node | Mark): Json | undefined {
  const { stored, ...values } = attrs as Json & { stored?: StoredRest | null };
  const out: Json = { ...stored?.attrs };
  for (const [key, value] of Object.entries(values)) {
    const untouched = !Object.hasOwn(out, key) && same(value, defaultOf(type.spec.attrs, key));
    if (!untouched) out[key] = value;
  }
  return Object.keys(out).length > 0 || isObject(stored?.attrs) ? out : undefined;
}

function defaultOf(specs: unknown, key: string): unknown {
  const spec = isObject(specs) ? specs[key] : undefined;
  return isObject(spec) ? spec.default : undefined;
}

function same(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isListOrAbsent(value: unknown): boolean {
  return value === undefined || value === null || Array.isArray(value);
}
