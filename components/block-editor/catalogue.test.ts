import { expect, test } from 'vitest';
import { CONTENT_SLOT } from '#lib/rendering/block-document.ts';
import { choicesFor, lacksSlot } from './catalogue.ts';
import { documentSchema } from './extensions.ts';

const paragraph = (...content: object[]) => ({ type: 'paragraph', content });
const html = (content: string) => ({ type: 'htmlCodeBlock', attrs: { content } });

test.each([
  ['an empty layout', [paragraph()], true],
  ['a layout with the block', [paragraph({ type: 'variable', attrs: { id: CONTENT_SLOT } })], false],
  ['a layout with the slot in HTML', [html('<main>{{- content | raw }}</main>')], false],
  ['a layout with another variable', [html('{{ contents }}')], true],
])('%s lacks the slot: %#', (_, content, lacks) => {
  expect(lacksSlot(documentSchema().nodeFromJSON({ type: 'doc', content }))).toBe(lacks);
});

test('the slot is offered first, and only where it is needed', () => {
  expect(choicesFor('', true)[0]?.id).toBe('content');
  expect(choicesFor('email content', false)).toEqual([]);
});
