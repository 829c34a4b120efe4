import { expect, test } from 'vitest';
import type { JsonObject } from '#lib/json/values.ts';
import { renderStep } from './render-step.ts';

async function called(url: string, payload: JsonObject): Promise<{ url?: unknown; problem?: string | undefined }> {
  const { output, problem } = await renderStep({
    type: 'http_request',
    controls: { method: 'GET', url },
    variables: { payload },
  });
  return problem ? { problem: problem.message } : { url: output.url };
}

const SEARCH = 'https://x.example/s?q={{ payload.q }}&safe=1';

test.each<[template: string, payload: JsonObject, url: string]>([
  [SEARCH, { q: 'Jane Doe' }, 'https://x.example/s?q=Jane%20Doe&safe=1'],
  [SEARCH, { q: 'a&safe=0' }, 'https://x.example/s?q=a%26safe%3D0&safe=1'],
  [SEARCH, { q: 'C#' }, 'https://x.example/s?q=C%23&safe=1'],
  [SEARCH, { q: '100%+1 ü' }, 'https://x.example/s?q=100%25%2B1%20%C3%BC&safe=1'],
  [SEARCH, {}, 'https://x.example/s?q=&safe=1'],
  [SEARCH, { q: '\uD800' }, 'https://x.example/s?q=%EF%BF%BD&safe=1'],
  ['https://x.example/o/{{ payload.id }}/items', { id: 'a/../b?c#d' }, 'https://x.example/o/a%2F..%2Fb%3Fc%23d/items'],
  ['https://x.example/o#{{ payload.id }}', { id: 'a b' }, 'https://x.example/o#a%20b'],
  ['https://{{ payload.host }}/o', { host: 'y.example:8443' }, 'https://y.example:8443/o'],
  ['https://{{ payload.user }}@x.example/', { user: 'a@b' }, 'https://a%40b@x.example/'],
  // The variable determines the whole URL.
  ['{{ payload.url }}', { url: 'https://y.example/a/b?c=d&e=f#g' }, 'https://y.example/a/b?c=d&e=f#g'],
  [' {{ payload.url }}/o?q={{ payload.q }}', { url: 'https://y.example', q: 'a&b' }, 'https://y.example/o?q=a%26b'],
  [
    '{{ payload.url }}&q={{ payload.q }}',
    { url: 'https://y.example/?a=b', q: 'a&b' },
    'https://y.example/?a=b&q=a%26b',
  ],
  [
    '{{ payload.base }}{{ payload.path }}',
    { base: 'https://y.example', path: '/a/b?c=d' },
    'https://y.example/a/b?c=d',
  ],
  // The author encodes the value, or marks it as already correct.
  ['https://x.example/s?q={{ payload.q | url_encode }}', { q: 'a b&c' }, 'https://x.example/s?q=a+b%26c'],
  ['https://x.example/{{ payload.path | raw }}', { path: 'a/b' }, 'https://x.example/a/b'],
  // Tags and captures
  ['https://x.example/{% if payload.q %}s?q={{ payload.q }}{% endif %}', { q: 'a&b' }, 'https://x.example/s?q=a%26b'],
  [
    '{% capture u %}https://x.example/?q={{ payload.q }}{% endcapture %}{{ u }}&r={{ payload.q }}',
    { q: 'a&b' },
    'https://x.example/?q=a%26b&r=a%26b',
  ],
])('%s with %j is %s', async (template, payload, url) => {
  expect(await called(template, payload)).toEqual({ url });
});

test.each<[template: string, payload: JsonObject, says: string]>([
  ['https://x.example/a/{{ payload.id }}/b', { id: '..' }, 'changes other parts of the address'],
  ['https://x.example/a/{{ payload.id }}{{ payload.id }}/b', { id: '.' }, 'changes other parts of the address'],
  ['https://{{ payload.host }}/a', { host: 'evil.example/x?' }, 'in the field url is not an address'],
  ['https://x.example{{ payload.path }}', { path: '@evil.example' }, 'in the field url is not an address'],
  ['https://api.{{ payload.region }}.x.example/', { region: 'evil.example#' }, 'in the field url is not an address'],
  ['{{ payload.url }}', { url: 'file:///etc/passwd' }, 'in the field url is not an address'],
])('%s with %j does not leave its URL', async (template, payload, says) => {
  expect((await called(template, payload)).problem).toContain(says);
});
