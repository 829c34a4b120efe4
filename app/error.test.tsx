import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import PageError from './error.tsx';

test('a failed page shows a plain text and the code for the log, and no text of React', () => {
  const error = Object.assign(new Error('Minified React error #418; see react.dev'), { digest: '2384' });
  const shown = renderToStaticMarkup(<PageError error={error} reset={() => undefined} />);
  expect(shown).toContain('This page stopped working');
  expect(shown).toContain('Error code <code');
  expect(shown).toContain('2384');
  expect(shown).not.toContain('React');
  expect(shown).not.toContain('418');
});
