import { expect, test } from 'vitest';
import { contentProblems } from '#lib/layouts/content.ts';
import { LayoutIdentifier } from '#lib/layouts/schema.ts';
import { makeLayoutVersions } from './layout-versions.ts';
import { makeLayouts } from './layouts.ts';
import { seededRandom } from './random.ts';

const base = {
  organizationId: 'a'.repeat(24),
  environmentId: 'b'.repeat(24),
  userId: 'c'.repeat(24),
  userEmail: 'owner@example.com',
  now: new Date('2026-03-18T10:20:30.400Z'),
  random: seededRandom(7),
};
const layouts = makeLayouts(base);

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

test('each layout has all of its versions, each valid and different from the one before', () => {
  const versions = makeLayoutVersions(base, layouts);
  for (const { id, name, version, body, created_at, updated_at } of layouts) {
    const own = versions.filter(({ layout_id }) => layout_id === id);
    expect(own.map((each) => each.version)).toEqual(Array.from({ length: version }, (_, at) => at + 1));
    expect(new Set(own.map(({ definition }) => definition.body)).size, name).toBe(version);
    expect(
      own.flatMap(({ definition }) => contentProblems(definition)),
      name,
    ).toEqual([]);
    expect(own.at(-1)?.definition).toMatchObject({ name, body });
    expect([own[0]?.created_at, own.at(-1)?.created_at]).toEqual([created_at, updated_at]);
  }
});
