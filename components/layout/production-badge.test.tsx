import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ProductionBadge } from './production-badge.tsx';
import { RealPeople } from './real-people.tsx';

const textIn = (html: string) => html.replace(/<[^>]+>/g, '');
const badge = (type: 'dev' | 'prod', iconOnly = false) =>
  renderToStaticMarkup(<ProductionBadge environment={{ type }} iconOnly={iconOnly} />);

test('a production environment is marked with the word, which only screen readers get where room is scarce', () => {
  expect(textIn(badge('prod'))).toBe('Production');
  expect(badge('prod')).toContain('messages reach real people');
  expect(badge('prod')).not.toContain('sr-only');
  expect(badge('prod', true)).toContain('<span class="sr-only">Production</span>');
  expect(badge('dev')).toBe('');
});

test.each([
  ['prod', false, 'Live shop is a production environment: messages reach real people.'],
  ['prod', true, ''],
  ['dev', false, ''],
] as const)('before messages are sent (%s, in the sandbox: %s): %s', (type, sandboxed, text) => {
  const environment = { name: 'Live shop', type, sandboxed };
  expect(textIn(renderToStaticMarkup(<RealPeople environment={environment} />))).toBe(text);
});
