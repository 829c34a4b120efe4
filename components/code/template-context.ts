/** The context of the cursor in a Liquid template, for completion. Unfinished templates are the normal case. */
import type { Segment } from './schema-path.ts';

export type TemplateContext =
  | { kind: 'variable'; from: number; path: Segment[]; prefix: string; locals: Local[] }
  | { kind: 'filter'; from: number; prefix: string }
  | { kind: 'tag'; from: number; prefix: string };

/** A name that the template itself defines. */
export interface Local {
  name: string;
  /** The variable that the name refers to, if any. The path of a list item ends with `*`. */
  path?: Segment[];
}

/** Returns the context before the cursor. Undefined outside of `{{ }}` and `{% %}`, inside texts, and where a new name is defined. */
export function templateContext(text: string, at: number): TemplateContext | undefined {
  const open = openDelimiter(text, at);
  if (!open || insideText(text.slice(open.start + 2, at))) return undefined;
  const inner = text.slice(open.start + 2, at);
  if (open.kind === 'tag') {
    const name = /^-?\s*(\w*)$/.exec(inner)?.[1];
    if (name !== undefined) return { kind: 'tag', from: at - name.length, prefix: name };
    if (/^-?\s*(for|tablerow|assign|capture|increment|decrement)\s+[\w-]*$/.test(inner)) return undefined;
  }
  const filter = /\|\s*(\w*)$/.exec(inner)?.[1];
  if (filter !== undefined) return { kind: 'filter', from: at - filter.length, prefix: filter };
  const [prefix = ''] = /(?<![\w-])[\w-]*$/.exec(inner) ?? [];
  const before = pathBefore(inner.slice(0, inner.length - prefix.length));
  const path = segments(before);
  if (!path) return undefined;
  return { kind: 'variable', from: at - prefix.length, path, prefix, locals: localsAt(text, open.start) };
}

/** Returns the path at the end of the text, up to its final dot. The text is read backwards, in linear time. */
function pathBefore(text: string): string {
  if (!text.endsWith('.')) return '';
  let at = text.length;
  while (at > 0) {
    const character = text.charAt(at - 1);
    const opening = character === ']' ? text.indexOf('[', text.lastIndexOf(']', at - 2) + 1) : -1;
    if (opening >= 0 && opening < at) at = opening;
    else if (/[\w.-]/.test(character)) at--;
    else return text.slice(character === ']' ? at - 1 : at);
  }
  return text;
}

/** Splits `steps.digest.events[0].payload.` into segments. Undefined if it is not a path. */
function segments(text: string): Segment[] | undefined {
  const path: Segment[] = [];
  let rest = text.endsWith('.') ? text.slice(0, -1) : text;
  while (rest !== '') {
    const match =
      /^\.?([A-Za-z_][\w-]*\??)|^\[\s*(-?\d+)\s*\]|^\[\s*(?:'([^']*)'|"([^"]*)")\s*\]|^\[[^\]]*\]|^\.(\d+)/.exec(rest);
    if (!match || match[0] === '') return undefined;
    const [whole, name, index, single, double, digits] = match;
    if (index !== undefined) path.push(Number(index));
    else path.push(name ?? single ?? double ?? digits ?? '*');
    rest = rest.slice(whole.length);
  }
  return path;
}

/** Returns loop variables, assignments and captures that apply before `end`, innermost last. */
function localsAt(text: string, end: number): Local[] {
  const stack: Local[][] = [[]];
  for (const [tag] of text.slice(0, end).matchAll(/\{%(?:(?!\{%)[\s\S])*?%\}/g)) {
    const body = tag.slice(2, -2).replace(/^-|-$/g, '').trim();
    const [word = ''] = /^\w+/.exec(body) ?? [];
    if (word === 'for' || word === 'tablerow') stack.push(loopLocals(body, stack.flat()));
    if ((word === 'endfor' || word === 'endtablerow') && stack.length > 1) stack.pop();
    const made = /^(?:assign|capture|increment|decrement)\s+([\w-]+)(?:\s*=\s*([^|%]+))?/.exec(body);
    if (made?.[1]) stack[0]?.push(local(made[1], made[2], stack.flat()));
  }
  return stack.flat();
}

function loopLocals(body: string, outer: readonly Local[]): Local[] {
  const [, name, source] = /^\w+\s+([\w-]+)\s+in\s+(\S+)/.exec(body) ?? [];
  if (!name) return [];
  const { path } = local(name, source, outer);
  return [path ? { name, path: [...path, '*'] } : { name }, { name: 'forloop' }];
}

function local(name: string, source: string | undefined, outer: readonly Local[]): Local {
  const path = segments((source ?? '').trim());
  const full = path && path.length > 0 ? expanded(path, outer) : undefined;
  return full ? { name, path: full } : { name };
}

/** Replaces a leading local name with the path that it refers to. Undefined if that path is unknown. */
export function expanded(path: readonly Segment[], locals: readonly Local[]): Segment[] | undefined {
  const known = locals.findLast(({ name }) => name === path[0]);
  if (!known) return [...path];
  return known.path && [...known.path, ...path.slice(1)];
}

interface Open {
  kind: 'output' | 'tag';
  start: number;
}

/** Returns the last `{{` or `{%` before the cursor that is still open. */
function openDelimiter(text: string, at: number): Open | undefined {
  const before = text.slice(0, at);
  const output = before.lastIndexOf('{{');
  const tag = before.lastIndexOf('{%');
  const start = Math.max(output, tag);
  if (start < 0) return undefined;
  const kind = output > tag ? 'output' : 'tag';
  return before.indexOf(kind === 'output' ? '}}' : '%}', start + 2) < 0 ? { kind, start } : undefined;
}

function insideText(inner: string): boolean {
  let quote = '';
  for (const char of inner) {
    if (quote) quote = char === quote ? '' : quote;
    else if (char === '"' || char === "'") quote = char;
  }
  return quote !== '';
}
