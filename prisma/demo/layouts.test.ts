import { expect, test } from 'vitest';
import { contentProblems } from '#lib/layouts/content.ts';
import { LayoutIdentifier } from '#lib/layouts/schema.ts';
import { makeLayouts } from './layouts.ts';
import { seededRandom } from './random.ts';

const layouts = makeLayouts({
  organizationId: 'a'.repeat(24),
  environmentId: 'b'.repeat(24),
  userId: 'c'.repeat(24),
  userEmail: 'owner@example.com',
  now: new Date('2026-03-18T10:20:30.400Z'),
  random: seededRandom(7),
});

test('the demo has a default layout of blocks and one of HTML, both valid for the API', () => {
  expect(layouts.map(({ editor_type, is_default }) => [editor_type, is_default])).toEqual([
    ['block', true],
    ['html', false],
  ]);
  for (const { identifier, editor_type, body } of layouts) {
    expect(LayoutIdentifier.parse(identifier)).toBe(identifier);
    expect(contentProblems({ editorType: editor_type, body }), identifier).toEqual([]);
  }
});
