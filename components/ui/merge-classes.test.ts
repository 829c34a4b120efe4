import { globSync, readFileSync } from 'node:fs';
import { extendTailwindMerge } from 'tailwind-merge';
import { expect, test } from 'vitest';
import { groupOf, mergeClasses, splitVariants } from './merge-classes.ts';

const reference = extendTailwindMerge({
  extend: { classGroups: { 'font-size': [{ text: ['xs', 'sm', 'base', 'lg', 'xl', '2xl'] }], h: ['control'] } },
});

/** Whether tailwind-merge knows the class; it does not know those that the dashboard's theme adds. */
const isKnown = (utility: string) => reference(`${utility} ${utility}`) === utility;

/** The words of all texts of the sources that can be classes, without variants. */
const utilities = new Set(
  globSync('{app,components}/**/*.{ts,tsx}', { exclude: ['**/*.test.*', 'components/ui/merge-classes.ts'] })
    .flatMap((file) => readFileSync(file, 'utf8').match(/'[^'\n]*'|"[^"\n]*"|`[^`]*`/g) ?? [])
    .flatMap((text) => text.slice(1, -1).split(/\s+/))
    .filter((word) => /^[\w![\](),.:/%*&>+#@=-]+$/.test(word))
    .map((word) => splitVariants(word)[1].replace(/^!|!$/g, ''))
    // A single word without a group is no class but a word of a text, such as "filter".
    .filter((word) => isKnown(word) && (groupOf(word) !== undefined || /\W/.test(word))),
);

/** One class of each group. */
const examples = new Map([...utilities].map((name) => [groupOf(name), name] as const));

test('each class of the dashboard is in the group in which tailwind-merge has it', () => {
  const wrong = [...utilities].filter((name) => {
    const example = examples.get(groupOf(name)) ?? '';
    const isSame = reference(`${name} ${example}`) === example && reference(`${example} ${name}`) === name;
    return groupOf(name) === undefined || !isSame;
  });
  expect(wrong).toEqual([]);
  expect(examples.size).toBeGreaterThan(80);
});

test('groups override each other as in tailwind-merge', () => {
  const names = [...examples.values()];
  const wrong = names.flatMap((one) =>
    names.map((other) => `${one} ${other}`).filter((pair) => mergeClasses(pair) !== reference(pair)),
  );
  expect(wrong).toEqual([]);
});

test.each([
  ['px-3 hover:px-4 px-2', 'hover:px-4 px-2'],
  ['hover:px-4 p-2 hover:p-1', 'p-2 hover:p-1'],
  ['p-4 px-2', 'p-4 px-2'],
  ['text-muted text-sm text-bad', 'text-sm text-bad'],
  ['data-[state=checked]:bg-accent bg-surface data-[state=checked]:bg-bad', 'bg-surface data-[state=checked]:bg-bad'],
  ['[&_svg]:size-4 [&_svg]:size-3', '[&_svg]:size-3'],
  ['bg-bad! bg-surface', 'bg-bad! bg-surface'],
  ['-mx-1.5 mx-2', 'mx-2'],
  ['h-4 control', 'control'],
  ['layer-footer  flex', 'layer-footer flex'],
])('%s is %s', (classes, kept) => {
  expect(mergeClasses(classes)).toBe(kept);
  expect(reference(classes)).toBe(kept);
});
