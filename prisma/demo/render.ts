import type { Json, JsonObject } from './rows.ts';

/**
 * Renders the demo's own templates, which use a part of Liquid: outputs with the filters `default`, `upcase`, `size`,
 * `pluralize`, `toSentence`; `if … else`, `for … in`. Missing values render as nothing.
 */
export function render(template: string, scope: JsonObject): string {
  let nodes = parsed.get(template);
  if (!nodes) {
    nodes = parse(template.split(/(\{\{.*?\}\}|\{%.*?%\})/s), { at: 0 });
    parsed.set(template, nodes);
  }
  return write(nodes, scope);
}

type Node =
  | { kind: 'text'; text: string }
  | { kind: 'value'; path: string[]; filters: { name: string; args: string[] }[] }
  | { kind: 'if'; path: string[]; equals: string | undefined; yes: Node[]; no: Node[] }
  | { kind: 'for'; name: string; path: string[]; body: Node[] };

const parsed = new Map<string, Node[]>();

function parse(parts: string[], cursor: { at: number }): Node[] {
  const nodes: Node[] = [];
  for (; cursor.at < parts.length; cursor.at++) {
    const part = parts[cursor.at] as string;
    const tag = /^\{%-?\s*(.*?)\s*-?%\}$/s.exec(part)?.[1];
    if (tag === undefined) {
      if (part) nodes.push(part.startsWith('{{') ? parseValue(part.slice(2, -2)) : { kind: 'text', text: part });
      continue;
    }
    if (tag === 'else' || tag.startsWith('end')) return nodes;
    cursor.at++;
    const body = parse(parts, cursor);
    const loop = /^for (\w+) in (\S+)$/.exec(tag);
    if (loop) {
      nodes.push({ kind: 'for', name: loop[1] ?? '', path: (loop[2] ?? '').split('.'), body });
      continue;
    }
    const [, path = '', equals] = /^if (\S+)(?: == '(.*)')?$/.exec(tag) ?? [];
    let no: Node[] = [];
    if (/^\{%-?\s*else/.test(parts[cursor.at] ?? '')) {
      cursor.at++;
      no = parse(parts, cursor);
    }
    nodes.push({ kind: 'if', path: path.split('.'), equals, yes: body, no });
  }
  return nodes;
}

function parseValue(expression: string): Node {
  const [path = '', ...filters] = expression.split('|').map((part) => part.trim());
  return {
    kind: 'value',
    path: path.split('.'),
    filters: filters.map((filter) => {
      const [name = '', rest = ''] = filter.split(/:(.*)/s);
      return { name, args: [...rest.matchAll(/'([^']*)'|([\d.]+)/g)].map((match) => match[1] ?? match[2] ?? '') };
    }),
  };
}

function write(nodes: Node[], scope: JsonObject): string {
  let out = '';
  for (const node of nodes) {
    if (node.kind === 'text') out += node.text;
    else if (node.kind === 'value')
      out += text(node.filters.reduce<Json | undefined>(applyFilter, lookUp(node.path, scope)));
    else if (node.kind === 'if') {
      const value = lookUp(node.path, scope);
      const holds =
        node.equals === undefined
          ? value !== undefined && value !== null && value !== false
          : text(value) === node.equals;
      out += write(holds ? node.yes : node.no, scope);
    } else {
      const list = lookUp(node.path, scope);
      for (const item of Array.isArray(list) ? list : []) out += write(node.body, { ...scope, [node.name]: item });
    }
  }
  return out;
}

function lookUp(path: string[], scope: JsonObject): Json | undefined {
  let value: Json | undefined = scope;
  for (const key of path) {
    if (value === null || typeof value !== 'object') return undefined;
    value = Array.isArray(value)
      ? key === 'length' || key === 'size'
        ? value.length
        : value[Number(key)]
      : value[key];
  }
  return value;
}

function applyFilter(value: Json | undefined, filter: { name: string; args: string[] }): Json | undefined {
  const [first = '', second = '', third = ''] = filter.args;
  switch (filter.name) {
    case 'default':
      return value === undefined || value === null || value === '' || value === false ? first : value;
    case 'upcase':
      return text(value).toUpperCase();
    case 'size':
      return Array.isArray(value) ? value.length : text(value).length;
    case 'pluralize':
      return `${text(value)} ${text(value) === '1' ? first : second || `${first}s`}`;
    case 'toSentence':
      return enumeration(Array.isArray(value) ? value : [], first, Number(second || 2), third || 'other');
    default:
      return value;
  }
}

/** "a, b and 3 others" */
function enumeration(items: Json[], keyPath: string, limit: number, rest: string): string {
  const names = items.map((item) => text(lookUp(keyPath.split('.'), item as JsonObject)));
  const more = names.length - limit;
  if (more > 0) return `${names.slice(0, limit).join(', ')} and ${more} ${rest}${more === 1 ? '' : 's'}`;
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

function text(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

interface EditorNode {
  type: string;
  text?: string;
  attrs?: { id?: string; text?: string; url?: string; level?: number; textAlign?: string };
  content?: EditorNode[];
}

/** A block-editor document as the e-mail blocks of spec 2.10. */
export function renderBlocks(document: string, scope: JsonObject): JsonObject[] {
  let nodes = documents.get(document);
  if (!nodes) {
    nodes = (JSON.parse(document) as EditorNode).content ?? [];
    documents.set(document, nodes);
  }
  return nodes.map((node) => {
    const align = node.attrs?.textAlign;
    const styles = align ? { styles: { textAlign: align } } : {};
    if (node.type === 'button') {
      const { text: label = '', url = '' } = node.attrs ?? {};
      return { type: 'button', content: render(label, scope), url: render(url, scope), ...styles };
    }
    const content = (node.content ?? []).map((part) => part.text ?? `{{${part.attrs?.id ?? ''}}}`).join('');
    return { type: 'text', content: render(content, scope), ...styles };
  });
}

const documents = new Map<string, EditorNode[]>();
