import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { WithSandboxIcon } from './sandbox-note.tsx';

test('a sandboxed message is marked in words, with or without its icon', () => {
  for (const bare of [true, false]) {
    const html = renderToStaticMarkup(
      <WithSandboxIcon bare={bare}>In-app, email (sandbox) and SMS sent</WithSandboxIcon>,
    );
    expect(html).toContain('(sandbox)');
    expect(html).not.toContain('sr-only');
  }
});
