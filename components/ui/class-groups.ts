/**
 * Groups of classes that set the same property, for tailwind-merge. Its default table covers all of Tailwind and is as large as five of our
 * pages. This one has the groups that the dashboard uses; the test of this file compares both on every class.
 */
import type { Config } from 'tailwind-merge';

const any = () => true;

/** Groups whose classes begin with the group's name: `top-2`. */
const BY_NAME = `
  aspect float overflow overflow-x overflow-y inset inset-x inset-y top right bottom left z
  basis flex order auto-rows grid-cols col-start row-start gap gap-x gap-y justify items self place-items content
  p py pt pr pb pl mx my mt mr mb ml space-y size w min-w max-w min-h max-h
  tracking leading line-clamp list underline-offset align whitespace break
  bg divide opacity brightness border-spacing shadow outline-offset fill accent
  delay animate rotate skew-y origin translate-x translate-y
  appearance cursor field-sizing pointer-events resize scroll-mt scroll-mb touch select columns break-inside`;

/** Groups that also have a class without a suffix: `grow` and `grow-0`. */
const ALSO_ALONE = `
  grow shrink rounded rounded-t rounded-r rounded-b rounded-l rounded-tl rounded-tr rounded-br rounded-bl
  border-x border-y border-t border-r border-b border-l divide-y transition`;

type Groups = Config<string, string>['classGroups'];

export const classGroups: Groups = {
  container: ['@container'],
  display: [
    'block',
    'inline-block',
    'inline',
    'flex',
    'inline-flex',
    'table',
    'grid',
    'inline-grid',
    'contents',
    'hidden',
  ],
  sr: ['sr-only', 'not-sr-only'],
  position: ['static', 'fixed', 'absolute', 'relative', 'sticky'],
  visibility: ['visible', 'invisible', 'collapse'],
  'flex-direction': [{ flex: ['row', 'row-reverse', 'col', 'col-reverse'] }],
  'flex-wrap': [{ flex: ['nowrap', 'wrap', 'wrap-reverse'] }],
  'col-span': [{ col: [{ span: [any] }] }],
  'row-span': [{ row: [{ span: [any] }] }],
  'align-content': [{ content: ['start', 'center', 'end', 'between'] }],
  px: ['page-x', 'list-x', { px: [any] }],
  h: ['control', { h: [any] }],
  'font-size': [{ text: ['xs', 'sm', 'base', 'lg', 'xl', '2xl'] }],
  'text-align': [{ text: ['left', 'center', 'right', 'start', 'end'] }],
  'text-wrap': [{ text: ['wrap', 'nowrap', 'balance', 'pretty'] }],
  'text-overflow': ['truncate', { text: ['ellipsis', 'clip'] }],
  'text-color': [{ text: [any] }],
  'font-weight': [{ font: ['normal', 'medium', 'semibold', 'bold'] }],
  'font-family': [{ font: ['sans', 'mono'] }],
  'font-style': ['italic', 'not-italic'],
  numeric: ['tabular-nums', 'proportional-nums'],
  decoration: ['underline', 'line-through', 'no-underline'],
  'text-transform': ['uppercase', 'lowercase', 'capitalize', 'normal-case'],
  wrap: [{ wrap: ['break-word', 'anywhere', 'normal'] }],
  'border-width': ['border', { border: ['0', '2', '4'] }],
  'border-style': [{ border: ['solid', 'dashed', 'dotted', 'none'] }],
  'border-collapse': [{ border: ['collapse', 'separate'] }],
  'border-color': [{ border: [any] }],
  'outline-style': [{ outline: ['none', 'hidden', 'dashed'] }],
  'outline-width': ['outline', { outline: ['0', '1', '2'] }],
  'outline-color': [{ outline: [any] }],
  'ring-width': [{ ring: ['0', '1', '2'] }],
  'ring-color': [{ ring: [any] }],
  'table-layout': [{ table: ['auto', 'fixed'] }],
  'stroke-width': [{ stroke: ['1', '2', '3'] }],
  stroke: [{ stroke: [any] }],
  ...named(BY_NAME, any),
  ...named(ALSO_ALONE, '', any),
};

function named(names: string, ...classes: (string | (() => boolean))[]): Groups {
  return Object.fromEntries(
    names
      .trim()
      .split(/\s+/)
      .map((name) => [name, [{ [name]: classes }]]),
  );
}

/** The other groups that a group overrides: a later `p-2` replaces `px-4`. */
export const conflictingClassGroups: Config<string, string>['conflictingClassGroups'] = {
  overflow: ['overflow-x', 'overflow-y'],
  inset: ['inset-x', 'inset-y', 'top', 'right', 'bottom', 'left'],
  'inset-x': ['right', 'left'],
  'inset-y': ['top', 'bottom'],
  flex: ['basis', 'grow', 'shrink'],
  gap: ['gap-x', 'gap-y'],
  p: ['px', 'py', 'pt', 'pr', 'pb', 'pl'],
  px: ['pr', 'pl'],
  py: ['pt', 'pb'],
  mx: ['mr', 'ml'],
  my: ['mt', 'mb'],
  size: ['w', 'h'],
  'font-size': ['leading'],
  'line-clamp': ['display', 'overflow'],
  rounded: ['rounded-t', 'rounded-r', 'rounded-b', 'rounded-l', 'rounded-tl', 'rounded-tr', 'rounded-br', 'rounded-bl'],
  'rounded-t': ['rounded-tl', 'rounded-tr'],
  'rounded-r': ['rounded-tr', 'rounded-br'],
  'rounded-b': ['rounded-br', 'rounded-bl'],
  'rounded-l': ['rounded-tl', 'rounded-bl'],
  'border-width': ['border-x', 'border-y', 'border-t', 'border-r', 'border-b', 'border-l'],
  'border-x': ['border-r', 'border-l'],
  'border-y': ['border-t', 'border-b'],
};
