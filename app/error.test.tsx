import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import PageError from './error.tsx';

test('a page that fails says so in plain words, with the code that finds it in the log and nothing of React', () => {
  const error = Object.assign(new Error('Minified React error #418; see react.dev'), { digest: '2384' });
  const shown = renderToStaticMarkup(<PageError error={error} reset={() => undefined} />);
  expect(shown).toContain('This page stopped working');
  expect(shown).toContain('Error code <code');
  expect(shown).toContain('2384');
  expect(shown).not.toContain('React');
  expect(shown).not.toContain('418');
});
