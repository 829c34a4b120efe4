import { expect, test } from 'vitest';
import { InboxNotification, InboxPage } from '#lib/inbox/schema.ts';
import { en } from '#lib/inbox-element/english.ts';
import { STYLE } from '#lib/inbox-element/style.ts';
import { CreatedInboxSession } from '#lib/inbox-sessions/schema.ts';
import { OwnPreferenceAnswer } from '#lib/preferences/schema.ts';
import { OWN_CLASSES, OWN_NAMES, shortStyle } from './build-inbox-element.ts';

test('a short style sheet keeps the spaces that have a meaning', () => {
  const style = `
/* A comment: with { brackets } */
.a :is(.b, .c) > .d:hover { width: calc(100% - 2px); color: red; --_a-b: var(--belfry-a, 1px); }
@media (max-width: 480px) {
  .a { margin: 0 4px; }
}
`;
  expect(shortStyle(style)).toBe(
    '.a :is(.b,.c)>.d:hover{width:calc(100% - 2px);color:red;--_0:var(--belfry-a,1px)}@media (max-width:480px){.a{margin:0 4px}}',
  );
});

test('no text in the style sheet of the element has spaces that would be lost', () => {
  const texts = STYLE.replace(/\/\*.*?\*\//gs, '').match(/'[^'\n]*'/g);
  expect(texts).toEqual(["'Segoe UI'", "''", "''"]);
});

test('the build shortens no name of the API, of texts or of attributes, and only classes of the style sheet', () => {
  const names = new Set(OWN_NAMES.split(' '));
  const shapes = [InboxNotification, InboxPage, OwnPreferenceAnswer.shape.data, CreatedInboxSession.shape.data];
  const others = [...Object.keys(en), ...shapes.flatMap(({ shape }) => Object.keys(shape)), 'tabs', 'texts', 'open'];
  expect(others.filter((name) => names.has(name))).toEqual([]);
  for (const name of OWN_CLASSES.split(' ')) expect(STYLE).toContain(`.${name}`);
});
