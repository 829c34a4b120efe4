import { Command } from 'cmdk';
import { User } from 'lucide-react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PaletteItem } from './palette-item.tsx';

function markup(id: string, needle: string): string {
  const details = { id, text: 'jane@example.com', note: 'In-app only', why: '/why' };
  const entry = { value: 'a', group: 'Subscribers', icon: User, label: 'Jane Cooper', details, href: '/' } as const;
  return renderToStaticMarkup(
    <Command>
      <Command.List>
        <PaletteItem entry={entry} needle={needle} onSelect={() => undefined} />
      </Command.List>
    </Command>,
  );
}

test.each([
  ['jane', 'jane'],
  ['jane', 'x'],
  ['user_2', 'user_2'],
  ['a-much-longer-id', 'a-much-longer-id'],
])('the ID %s is on its line without an empty part in the search for %s', (id, needle) => {
  const html = markup(id, needle);
  expect(html.replace(/<[^>]*>/g, '')).toContain(id);
  expect(html).not.toMatch(/<span class="min-w-0 truncate"><\/span>/);
});
