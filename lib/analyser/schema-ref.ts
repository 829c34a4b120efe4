/** Resolves `$ref` within one JSON Schema document: pointers, anchors and IDs of its parts. */
import { isObject } from '#lib/json/values.ts';

export interface SchemaNode {
  schema: unknown;
  /** The enclosing schema with the nearest `$id`, which `#` refers to. */
  root: unknown;
}

/** Maximum subschemas that are searched for an anchor or ID. */
const MAX_SCHEMAS = 5_000;

const names = new WeakMap<object, Map<string, SchemaNode>>();

/** Returns the target of a `$ref` in a schema under `root`. Undefined if it is not in the document. */
export function resolveRef(ref: string, root: unknown): SchemaNode | undefined {
  const [document = '', fragment = ''] = splitOnce(ref, '#');
  const base = document === '' ? root : namedIn(root).get(document)?.schema;
  if (base === undefined) return undefined;
  if (fragment === '') return { schema: base, root: base };
  if (!fragment.startsWith('/')) return namedIn(base).get(`#${fragment}`);
  let node: SchemaNode = { schema: base, root: base };
  for (const key of fragment.slice(1).split('/')) {
    const inner = childOf(node.schema, decoded(key));
    if (inner === undefined) return undefined;
    node = within(inner, node.root);
  }
  return node;
}

/** Returns a part of a schema, with the root for its references. */
export function within(schema: unknown, root: unknown): SchemaNode {
  const id = isObject(schema) ? schema.$id : undefined;
  return { schema, root: typeof id === 'string' && !id.startsWith('#') ? schema : root };
}

/** Returns the anchors (with a leading `#`) and IDs of a document. */
function namedIn(root: unknown): Map<string, SchemaNode> {
  if (!isObject(root)) return new Map();
  const known = names.get(root);
  if (known) return known;
  const found = new Map<string, SchemaNode>();
  const open: SchemaNode[] = [{ schema: root, root }];
  for (let left = MAX_SCHEMAS; left > 0 && open.length > 0; left--) {
    const { schema, root: around } = open.pop() as SchemaNode;
    if (typeof schema !== 'object' || schema === null) continue;
    const node = within(schema, around);
    if (isObject(schema)) {
      const { $id, $anchor, $dynamicAnchor } = schema;
      if (typeof $id === 'string') found.set($id.replace(/(?<=.)#$/, ''), node);
      for (const anchor of [$anchor, $dynamicAnchor]) if (typeof anchor === 'string') found.set(`#${anchor}`, node);
    }
    for (const inner of Object.values(schema)) open.push({ schema: inner, root: node.root });
  }
  names.set(root, found);
  return found;
}

function childOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
}

function decoded(key: string): string {
  let plain = key;
  try {
    plain = decodeURIComponent(key);
  } catch {
    // A stray percent sign cannot be decoded, so the text stays unchanged.
  }
  return plain.replaceAll('~1', '/').replaceAll('~0', '~');
}

function splitOnce(text: string, separator: string): string[] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + separator.length)];
}
