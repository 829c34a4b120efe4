import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { EmptyState } from './empty-state.tsx';

test('title and text do not break within in-app', () => {
  const html = renderToStaticMarkup(
    <EmptyState title="No in-app message yet">Belfry shows in-app messages here.</EmptyState>,
  );
  expect(html.match(/<span class="whitespace-nowrap">in-app<\/span>/g)).toHaveLength(2);
});
