import type { RouteParams } from './input.ts';

/** One level of paths. Static segments are tried first, then the parameter, then the rest, as in Next. */
export interface RouteNode<Value> {
  value?: Value;
  statics: Map<string, RouteNode<Value>>;
  param?: { name: string; node: RouteNode<Value> };
  rest?: { name: string; optional: boolean; value: Value };
}

export interface RouteMatch<Value> {
  value: Value;
  params: RouteParams;
}

export function emptyNode<Value>(): RouteNode<Value> {
  return { statics: new Map() };
}

/** Adds `value` under segments such as `api`, `[id]`, `[...rest]`, `[[...rest]]`. */
export function addRoute<Value>(root: RouteNode<Value>, segments: readonly string[], value: Value): void {
  let node = root;
  for (const segment of segments) {
    const rest = /^(\[?)\[\.\.\.(.+?)\]\]?$/.exec(segment);
    if (rest) {
      node.rest = { name: rest[2] ?? '', optional: rest[1] === '[', value };
      return;
    }
    node = childOf(node, segment);
  }
  node.value = value;
}

function childOf<Value>(node: RouteNode<Value>, segment: string): RouteNode<Value> {
  if (segment.startsWith('[')) {
    node.param ??= { name: segment.slice(1, -1), node: emptyNode() };
    return node.param.node;
  }
  const known = node.statics.get(segment);
  if (known) return known;
  const created = emptyNode<Value>();
  node.statics.set(segment, created);
  return created;
}

/** The most specific route for decoded path segments, with its parameters. */
export function matchRoute<Value>(root: RouteNode<Value>, segments: readonly string[]): RouteMatch<Value> | undefined {
  return step(root, segments, 0);
}

function step<Value>(node: RouteNode<Value>, segments: readonly string[], at: number): RouteMatch<Value> | undefined {
  const segment = segments[at];
  if (segment === undefined) return endOf(node);
  const child = node.statics.get(segment);
  const found = child && step(child, segments, at + 1);
  if (found) return found;
  if (node.param && segment !== '') {
    const below = step(node.param.node, segments, at + 1);
    if (below) return { value: below.value, params: { ...below.params, [node.param.name]: segment } };
  }
  return node.rest && { value: node.rest.value, params: { [node.rest.name]: segments.slice(at) } };
}

function endOf<Value>(node: RouteNode<Value>): RouteMatch<Value> | undefined {
  if (node.value !== undefined) return { value: node.value, params: {} };
  return node.rest?.optional ? { value: node.rest.value, params: {} } : undefined;
}
