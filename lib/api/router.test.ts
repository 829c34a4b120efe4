import { addRoute, createRouter } from 'rou3';
import { describe, expect, test } from 'vitest';
import { targetIn } from './api-request.ts';
import { segmentsOfFile } from './route-table.ts';
import { matchRoute, pathIn, patternOf } from './router.ts';

const routes = createRouter<string>();
for (const path of [
  'api/items',
  'api/items/active',
  'api/items/[id]',
  'api/items/[id]/parts',
  'api/items/[id]/parts/[partId]',
  'api/items/active/special',
  'api/[...rest]',
]) {
  addRoute(routes, '', patternOf(path.split('/')), path);
}

describe('matchRoute', () => {
  test.each([
    ['/api/items', 'api/items', {}],
    ['/api/items/active', 'api/items/active', {}],
    ['/api/items/7', 'api/items/[id]', { id: '7' }],
    ['/api/items/active/parts', 'api/items/[id]/parts', { id: 'active' }],
    ['/api/items/7/parts/8', 'api/items/[id]/parts/[partId]', { id: '7', partId: '8' }],
    ['/api/items/a%2Fb', 'api/items/[id]', { id: 'a/b' }],
    ['/api/items/%E2%82%AC', 'api/items/[id]', { id: '€' }],
    ['/api/items/__proto__', 'api/items/[id]', { id: '__proto__' }],
    ['/api/items/7/', 'api/items/[id]', { id: '7' }],
    ['/api/items/7?x=/y', 'api/items/[id]', { id: '7' }],
    ['/api/%69tems/7', 'api/items/[id]', { id: '7' }],
    ['/api/items/a:b', 'api/items/[id]', { id: 'a:b' }],
    ['/api/items/**', 'api/items/[id]', { id: '**' }],
    ['/api/items/7/parts/8/9', 'api/[...rest]', { rest: 'items/7/parts/8/9' }],
  ])('%s', (path, value, params) => {
    expect(matchRoute(routes, pathIn(path) ?? '')).toEqual({ value, params });
  });

  test.each(['/api', '/', '/other', '/api/items//parts', '/api/items//'])('finds nothing at %s', (path) => {
    expect(matchRoute(routes, pathIn(path) ?? '')).toBeUndefined();
  });
});

test.each(['/api/%', '/api/%zz', '/api/%ff'])('pathIn rejects %s', (path) => {
  expect(pathIn(path)).toBeUndefined();
});

test.each([
  ['http://localhost/api/x?y=1', '/api/x?y=1'],
  ['https://h:1', '/'],
  ['http://h/a#b', '/a'],
])('targetIn %s', (url, target) => {
  expect(targetIn(url)).toBe(target);
});

test('the segments of a route file omit groups', () => {
  expect(segmentsOfFile('app/api/(public)/v1/[id]/route.ts')).toEqual(['api', 'v1', '[id]']);
});
