import { globSync, readFileSync } from 'node:fs';
import { extendTailwindMerge } from 'tailwind-merge';
import { expect, test } from 'vitest';
import { cn } from './cn.ts';

/** All classes of Tailwind and of the dashboard. */
const merge = extendTailwindMerge({
  cacheSize: 0,
  extend: {
    classGroups: {
      'font-size': [{ text: ['xs', 'sm', 'base', 'lg', 'xl', '2xl'] }],
      h: ['control'],
      px: ['page-x', 'list-x'],
      shadow: [{ shadow: ['float'] }],
    },
  },
});

test('classes are merged as by the whole table of Tailwind', () => {
  const known = classesOfTheDashboard().filter((each) => merge(`${each} ${each}`) === each && !NO_CLASSES.test(each));
  expect(known.length).toBeGreaterThan(500);
  const ofEachGroup: string[] = [];
  for (const each of known) if (!ofEachGroup.some((one) => isSameGroup(one, each))) ofEachGroup.push(each);
  const pairs = known.flatMap((one) => ofEachGroup.flatMap((other) => [`${one} ${other}`, `${other} ${one}`]));
  expect(pairs.filter((pair) => cn(pair) !== merge(pair)).map((pair) => `${pair} → ${cn(pair)}`)).toEqual([]);
});

test('classes unknown to Tailwind stay', () => {
  expect(cn('group', 'touch-area', 'control-sm', 'group', 'focus-inset')).toBe(
    'group touch-area control-sm group focus-inset',
  );
});

test('a later class replaces an earlier one of the same property and conditions', () => {
  expect(cn('px-4 pt-2 hover:p-1', 'p-3', 'md:p-1')).toBe('hover:p-1 p-3 md:p-1');
  expect(cn('text-sm leading-5 text-muted', 'text-xs/[18px]')).toBe('text-muted text-xs/[18px]');
  expect(cn('flex-1 flex', false, undefined, 'inline-flex')).toBe('flex-1 inline-flex');
});

/** Every word in the sources, without the conditions before it. */
function classesOfTheDashboard(): string[] {
  const words = globSync('{app,components}/**/*.{ts,tsx}')
    .filter((path) => !path.includes('.test.'))
    .flatMap((path) => [...readFileSync(path, 'utf8').matchAll(/(['"`])((?:(?!\1)[^\\\n])*)\1/g)])
    .flatMap(([, , text = '']) => text.split(/\s+/))
    .map((word) => word.replace(/^(?:(?:\[[^\]]*\]|\([^)]*\)|[^:[\]()])+:)+/, ''));
  return [...new Set(words)].filter((word) => /^-?[a-z@][^$'"`{},;]*$|^-?[a-z-]+-[[(]/.test(word));
}

/** Property names and other words that look like classes. */
const NO_CLASSES = /^(filter|shadow|resize|from-example|font-(size|weight|family|style|src))$/;

function isSameGroup(one: string, other: string): boolean {
  return merge(`${one} ${other}`) === other && merge(`${other} ${one}`) === one;
}
