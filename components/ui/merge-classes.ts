/**
 * Which group of Tailwind's classes sets what. Of two classes of one group the later one wins. A class of no group is
 * always kept. The library tailwind-merge knows all of Tailwind and is seven times as large; the test beside this file
 * compares the two on every class that the dashboard uses.
 *
 * A line is the group, then a pattern of its classes without their minus sign. `$1` stands for the first bracket of the
 * pattern.
 */
const groups = String.raw`
container @container
display block|inline-block|inline|flex|inline-flex|grid|inline-grid|contents|hidden|table|table-row|table-cell|flow-root|list-item
position static|fixed|absolute|relative|sticky
visibility visible|invisible|collapse
sr sr-only|not-sr-only
isolation isolate|isolation-auto
inset-$1 inset-([xy])-.+
inset inset-.+
$1 (top|right|bottom|left|z|order|opacity|basis|leading|tracking|align|duration|ease|delay|animate|origin|cursor|accent|caret|appearance|aspect|will-change)-.+
$1 ((?:row|col)-(?:start|end))-.+
$1-start-end (row|col)-.+
overflow-$1 overflow-([xy])-.+
overflow overflow-.+
overscroll-$1 overscroll-([xy])-.+
overscroll overscroll-.+
size size-.+
$1 ((?:min-|max-)?[wh])-.+
h control
$1 ((?:scroll-)?[pm][xytrbl]?)-.+
$1 (space-[xy])-.+
$1 (gap-[xy])-.+
gap gap-.+
flex-direction flex-(?:row|col)(?:-reverse)?
flex-wrap flex-(?:wrap|nowrap|wrap-reverse)
flex flex-.+
$1 (grow|shrink)(?:-.+)?
$1 (items|self|justify-items|justify-self|place-items|place-content|place-self|grid-cols|grid-rows|grid-flow|auto-cols|auto-rows)-.+
justify-content justify-.+
content content-(?:\[.*\]|none)
align-content content-.+
text-overflow truncate|text-ellipsis|text-clip
font-size text-(?:xs|sm|base|lg|\d?xl|\[[\d.]+(?:px|r?em)\])(?:/.+)?
text-align text-(?:left|center|right|justify|start|end)
text-wrap text-(?:wrap|nowrap|balance|pretty)
text-color text-.+
font-weight font-(?:thin|extralight|light|normal|medium|semibold|bold|extrabold|black)
font-family font-.+
font-style italic|not-italic
text-transform uppercase|lowercase|capitalize|normal-case
text-decoration underline|overline|line-through|no-underline
underline-offset underline-offset-.+
decoration-style decoration-(?:solid|dashed|dotted|double|wavy)
decoration-thickness decoration-(?:\d+|auto|from-font)
decoration-color decoration-.+
whitespace whitespace-.+
break break-(?:normal|words|all|keep)
wrap wrap-.+
line-clamp line-clamp-.+
numeric-spacing tabular-nums|proportional-nums
list-position list-(?:inside|outside)
list-style list-.+
bg-color bg-.+
$1 (from|via|to)-.+
rounded-$1 rounded-(tl|tr|br|bl|t|r|b|l)(?:-.+)?
rounded rounded(?:-.+)?
border-style border-(?:solid|dashed|dotted|double|hidden|none)
border-collapse border-(?:collapse|separate)
border-spacing border-spacing-.+
border-width$1 border(-[xytrbl])?(?:-(?:\d+|\[[\d.]+(?:px|r?em)\]))?
border-color$1 border(-[xytrbl])?-.+
divide-style divide-(?:solid|dashed|dotted|double|none)
$1 (divide-[xy])(?:-\d+)?
divide-color divide-.+
outline-offset outline-offset-.+
outline-style outline-(?:solid|dashed|dotted|double|none|hidden)
outline-width outline(?:-\d+)?
outline-color outline-.+
ring-width ring(?:-\d+)?
ring-color ring-.+
shadow shadow(?:-(?:none|2?xs|sm|md|lg|\d?xl|\[.+\]))?
shadow-color shadow-.+
transition transition(?:-.+)?
$1 (translate-[xy])-.+
$1 (rotate|scale|brightness|blur|mask-[xytrbl]-(?:from|to)|table|resize|select|pointer-events|touch-pan)(?:-.+)?
fill fill-.+
stroke-width stroke-(?:\d+|\[[\d.]+(?:px)?\])
stroke stroke-.+
object-fit object-(?:contain|cover|fill|none|scale-down)
[$1] \[([\w-]+):.*\]
`
  .trim()
  .split('\n')
  .map((line) => {
    const at = line.indexOf(' ');
    return [line.slice(0, at), new RegExp(`^(?:${line.slice(at + 1)})$`)] as const;
  });

/** What a group sets besides its own: an earlier class of these groups gives way too. */
const also: Readonly<Record<string, string>> = {
  inset: 'inset-x inset-y top right bottom left',
  'inset-x': 'right left',
  'inset-y': 'top bottom',
  overflow: 'overflow-x overflow-y',
  overscroll: 'overscroll-x overscroll-y',
  size: 'w h',
  p: 'px py pt pr pb pl',
  px: 'pr pl',
  py: 'pt pb',
  m: 'mx my mt mr mb ml',
  mx: 'mr ml',
  my: 'mt mb',
  gap: 'gap-x gap-y',
  flex: 'basis grow shrink',
  'font-size': 'leading',
  'line-clamp': 'display overflow',
  rounded: 'rounded-t rounded-r rounded-b rounded-l rounded-tl rounded-tr rounded-br rounded-bl',
  'rounded-t': 'rounded-tl rounded-tr',
  'rounded-r': 'rounded-tr rounded-br',
  'rounded-b': 'rounded-br rounded-bl',
  'rounded-l': 'rounded-tl rounded-bl',
  'border-width': 'border-width-x border-width-y border-width-t border-width-r border-width-b border-width-l',
  'border-width-x': 'border-width-r border-width-l',
  'border-width-y': 'border-width-t border-width-b',
  'border-color': 'border-color-x border-color-y border-color-t border-color-r border-color-b border-color-l',
  'border-color-x': 'border-color-r border-color-l',
  'border-color-y': 'border-color-t border-color-b',
};

interface Parsed {
  /** Variants ("hover:"), and "!" where it is important. */
  scope: string;
  group: string | undefined;
}

/** A page uses a few hundred classes again and again. */
const known = new Map<string, Parsed>();

function parse(name: string): Parsed {
  const seen = known.get(name);
  if (seen) return seen;
  const [variants, utility] = splitVariants(name);
  const plain = utility.replace(/^!|!$/g, '');
  const parsed = { scope: variants + (plain === utility ? '' : '!'), group: groupOf(plain) };
  known.set(name, parsed);
  return parsed;
}

/** "hover:" and "px-2". A colon in brackets belongs to what the brackets hold. */
export function splitVariants(name: string): [variants: string, utility: string] {
  let depth = 0;
  let end = 0;
  for (const [at, sign] of [...name].entries()) {
    if (sign === '[' || sign === '(') depth++;
    else if (sign === ']' || sign === ')') depth--;
    else if (sign === ':' && depth === 0) end = at + 1;
  }
  return [name.slice(0, end), name.slice(end)];
}

/** The group of a class without variants. */
export function groupOf(utility: string): string | undefined {
  const name = utility.replace(/^-/, '');
  for (const [group, pattern] of groups) {
    const match = pattern.exec(name);
    if (match) return group.replace('$1', match[1] ?? '');
  }
  return undefined;
}

const merged = new Map<string, string>();

/** The classes without those that a later one overrides. */
export function mergeClasses(classes: string): string {
  const seen = merged.get(classes);
  if (seen !== undefined) return seen;
  const taken = new Set<string>();
  const kept = classes
    .split(' ')
    .reverse()
    .filter((name) => {
      const { scope, group } = parse(name);
      if (group === undefined) return name !== '';
      if (taken.has(scope + group)) return false;
      for (const each of [group, ...(also[group]?.split(' ') ?? [])]) taken.add(scope + each);
      return true;
    })
    .reverse()
    .join(' ');
  merged.set(classes, kept);
  return kept;
}
