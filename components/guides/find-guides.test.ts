import { expect, test } from 'vitest';
import { guideHits } from './find-guides.ts';

const guides = [
  {
    path: 'quick-start',
    title: 'Quick start',
    group: 'Start',
    sections: [
      { text: 'From nothing to an email.' },
      { id: 'trigger', heading: 'Trigger', text: `${'Words before. '.repeat(20)}The digest comes later.` },
    ],
  },
  {
    path: 'steps/digest',
    title: 'Digest step',
    group: 'Steps',
    sections: [
      { text: 'Collects triggers.' },
      { id: 'window', heading: 'The window', text: 'It opens with the first.' },
    ],
  },
];

test('a match in the title comes before a match in the text', () => {
  expect(guideHits(guides, 'digest').map(({ path, id }) => `${path}#${id ?? ''}`)).toEqual([
    'steps/digest#',
    'steps/digest#window',
    'quick-start#trigger',
  ]);
});

test('every word must occur in the title, the heading or the text', () => {
  expect(guideHits(guides, 'digest window').map(({ id }) => id)).toEqual(['window']);
  expect(guideHits(guides, 'digest pigeon')).toEqual([]);
});

test('the excerpt shows the match', () => {
  const [hit] = guideHits(guides, 'comes later');
  expect(hit?.excerpt).toMatch(/^… .*comes later/);
});

test('the excerpt shows a match after many apostrophes', () => {
  const text = `${"'quoted' ".repeat(40)}The hash is here. ${'More words. '.repeat(20)}`;
  const [hit] = guideHits([{ path: 'a', title: 'A', group: 'G', sections: [{ text }] }], 'hash');
  expect(hit?.excerpt.slice(0, 60)).toContain('hash');
});

test('of several texts, the one with most matches comes first', () => {
  const section = (id: string, text: string) => ({ id, heading: id, text });
  const sections = [section('once', 'A hash.'), section('often', 'Send the hash: the hash of the subscriber.')];
  const hits = guideHits([{ path: 'a', title: 'A', group: 'G', sections }], 'hash');
  expect(hits.map(({ id }) => id)).toEqual(['often', 'once']);
});
