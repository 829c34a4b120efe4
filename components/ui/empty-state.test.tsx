import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { EmptyState } from './empty-state.tsx';

test('its text is broken at no hyphen of an e-mail', () => {
  const html = renderToStaticMarkup(<EmptyState title="No e-mail yet">It says when an e-mail is sent.</EmptyState>);
  expect(html.match(/<span class="whitespace-nowrap">(?:No )?e-mail<\/span>/g)).toHaveLength(2);
});
