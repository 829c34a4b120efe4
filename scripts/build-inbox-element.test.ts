import { expect, test } from 'vitest';
import { STYLE } from '#lib/inbox-element/style.ts';
import { shortStyle } from './build-inbox-element.ts';

test('a short style sheet keeps the spaces that have a meaning', () => {
  const style = `
/* A comment: with { brackets } */
.a :is(.b, .c) > .d:hover { width: calc(100% - 2px); color: red; --_a-b: var(--belfry-a, 1px); }
@media (max-width: 480px) {
  .a { margin: 0 4px; }
}
`;
  expect(shortStyle(style)).toBe(
    '.a :is(.b,.c) > .d:hover{width:calc(100% - 2px);color:red;--_0:var(--belfry-a,1px)}@media (max-width:480px){.a{margin:0 4px}}',
  );
});

test('no text in the style sheet of the element has spaces that would be lost', () => {
  const texts = STYLE.replace(/\/\*.*?\*\//gs, '').match(/'[^'\n]*'/g);
  expect(texts).toEqual(["'Segoe UI'", "''", "''"]);
});
