import { expect, test } from 'vitest';
import { mentionsLinks } from './links.ts';

test.each<[boolean, object, { body: string }?]>([
  [true, { body: 'Stop: {{ unsubscribeUrl }}' }],
  [true, { redirect: { url: '{{preferencesUrl}}' } }],
  [true, { body: JSON.stringify({ type: 'doc', content: [{ attrs: { href: '{{ whyUrl }}' } }] }) }],
  [true, { body: 'Hello' }, { body: '{{ content }}<a href="{{ unsubscribeUrl }}">Stop</a>' }],
  [false, { body: 'Hello {{ payload.url }}' }, { body: '{{ content }}' }],
  [false, {}],
])('%s for controls %j and layout %j', (mentions, controls, layout) => {
  expect(mentionsLinks(controls, layout)).toBe(mentions);
  expect(mentionsLinks(controls, layout), 'remembered').toBe(mentions);
});
