/** The attributes of the editor's nodes. `NODE_ATTRIBUTES` lists the attributes that each type of node uses. */
import { type Attribute, Extension } from '@tiptap/core';
import { type BlockNodeType, NODE_ATTRIBUTES } from '#lib/rendering/block-document.ts';

/** Stored fields of a node that the editor does not know. They are written back unchanged. */
export interface StoredRest {
  attrs?: Record<string, unknown>;
  /** Keys other than type, attrs, content, text and marks. */
  rest?: Record<string, unknown>;
}

/** Returns all attributes that documents define for a type of node. A missing value gets the fallback, or null. */
export function knownAttributes(type: BlockNodeType): Record<string, Attribute> {
  const entries = Object.entries(NODE_ATTRIBUTES[type]).map(([name, rule]) => {
    const fallback = 'fallback' in rule ? rule.fallback : null;
    return [name, attribute(name, fallback)] as const;
  });
  return { ...Object.fromEntries(entries), stored: attribute('stored', null) };
}

/** Returns an attribute that is stored as JSON in a data attribute, so that cutting and pasting loses nothing. */
export function attribute(name: string, fallback: unknown): Attribute {
  const data = `data-${name.toLowerCase()}`;
  return {
    default: fallback,
    parseHTML: (element) => parsed(element.getAttribute(data)),
    renderHTML: (values) => {
      const value = values[name];
      return value === fallback || value === undefined ? {} : { [data]: JSON.stringify(value) };
    },
  };
}

function parsed(text: string | null): unknown {
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const textBlocks = ['paragraph', 'heading'];
const plainBlocks = [...textBlocks, 'bulletList', 'orderedList', 'listItem', 'blockquote', 'horizontalRule'];
const plainMarks = ['bold', 'italic', 'underline', 'strike'];

/** The document's attributes for nodes and marks of the starter kit. */
export const SharedAttributes = Extension.create({
  name: 'sharedAttributes',
  addGlobalAttributes() {
    return [
      { types: plainBlocks, attributes: { showIfKey: attribute('showIfKey', null) } },
      { types: textBlocks, attributes: { textAlign: textAlign() } },
      { types: [...plainBlocks, ...plainMarks, 'hardBreak'], attributes: { stored: attribute('stored', null) } },
    ];
  },
});

function textAlign(): Attribute {
  const alignments = NODE_ATTRIBUTES.paragraph.textAlign;
  const known = alignments && 'oneOf' in alignments ? alignments.oneOf : [];
  return {
    default: null,
    parseHTML: (element) => (known.includes(element.style.textAlign) ? element.style.textAlign : undefined),
    renderHTML: ({ textAlign: value }) => (known.includes(value) ? { style: `text-align: ${value}` } : {}),
  };
}
