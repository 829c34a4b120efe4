import { type Extensions, getSchema, Node } from '@tiptap/core';
import type { Schema } from '@tiptap/pm/model';
import StarterKit from '@tiptap/starter-kit';
import { SharedAttributes } from './attributes.ts';
import { Code, Link, TextStyle } from './marks.ts';
import { Button, Column, Columns, HtmlBlock, Image, Repeat, Section, Spacer, Variable } from './nodes.ts';
import { UnknownBlock, UnknownInline, UnknownMark } from './unknown.ts';

const Doc = Node.create({
  name: 'doc',
  topNode: true,
  content: 'block+',
  addAttributes: () => ({ stored: { default: null, rendered: false } }),
});

/** All nodes and marks of a document. None of them changes a document automatically, so opening one is not an edit. */
export const documentExtensions: Extensions = [
  StarterKit.configure({
    document: false,
    code: false,
    codeBlock: false,
    link: false,
    trailingNode: false,
    heading: { levels: [1, 2, 3] },
    dropcursor: { color: false, class: 'block-drop' },
  }),
  Doc,
  SharedAttributes,
  Code,
  Link,
  TextStyle,
  Button,
  Image,
  Spacer,
  HtmlBlock,
  Section,
  Columns,
  Column,
  Repeat,
  Variable,
  UnknownBlock,
  UnknownInline,
  UnknownMark,
];

let made: Schema | undefined;

/** Returns the schema of `documentExtensions`, for reading and writing documents without an editor. */
export function documentSchema(): Schema {
  made ??= getSchema(documentExtensions);
  return made;
}
