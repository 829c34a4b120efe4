import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ProductionBadge } from './production-badge.tsx';
import { RealPeople } from './real-people.tsx';

const textIn = (html: string) => html.replace(/<[^>]+>/g, '');
const badge = (name: string, type: 'dev' | 'prod') =>
  renderToStaticMarkup(<ProductionBadge environment={{ name, type }} />);

test('a production environment is marked, with the word unless it is the name', () => {
  expect(textIn(badge('Live shop', 'prod'))).toBe('Production');
  expect(textIn(badge('Pre-production', 'prod'))).toBe('Production');
  expect(badge('Production', 'prod')).toContain('Messages reach real people');
  expect(textIn(badge('Production', 'prod'))).toBe('');
  expect(badge('Development', 'dev')).toBe('');
});

test.each([
  ['prod', false, 'Live shop is a production environment: messages reach real people.'],
  ['prod', true, ''],
  ['dev', false, ''],
] as const)('before messages are sent (%s, in the sandbox: %s): %s', (type, sandboxed, text) => {
  const environment = { name: 'Live shop', type, sandboxed };
  expect(textIn(renderToStaticMarkup(<RealPeople environment={environment} />))).toBe(text);
});
