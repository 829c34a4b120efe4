import { expect, test } from 'vitest';
import { jsonObjectProblem } from './json-problem.ts';

test.each([
  ['{ "a": 1 }', undefined],
  ['[]', 'The payload must be a JSON object.'],
  ['{\n  "a": { "b": 1,\n  "c": 2\n', /^Line 3: .+\.$/],
  ['{\n  "a": 1\n  "b": 2\n}', /^Line 3: Expected ',' or '}' after property value\.$/],
  ['', /^Line 1: Unexpected end of JSON input\.$/],
  ['{ "a": x }', /^Unexpected token 'x'/],
])('the problem of %j is %s', (text, problem) => {
  const found = jsonObjectProblem(text, 'payload');
  if (problem instanceof RegExp) expect(found).toMatch(problem);
  else expect(found).toBe(problem);
});
