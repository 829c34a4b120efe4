import { expect, test } from 'vitest';
import { payloadSchemaProblems } from './check.ts';

test.each([
  ['^\\d{4}\\-\\d{2}$', 'forbids the escape `\\-`. Write `-`.'],
  ['^\\w+\\@\\w+$', 'forbids the escape `\\@`. Write `@`.'],
  ['\\_[\\-a]', 'forbids the escape `\\_`'],
  ["^it\\'s$", "forbids the escape `\\'`"],
  ['a{', 'is not a regular expression: Incomplete quantifier.'],
  ['(a', 'is not a regular expression: Unterminated group.'],
  ['[\\-\\]]', undefined],
  ['^\\/a\\.b\\|\\p{L}\\u{1F600}\\x41$', undefined],
])('%s as a pattern and as the name of properties', (pattern, says) => {
  const of = (schema: object) => payloadSchemaProblems({ type: 'object', ...schema }).join(' ');
  const found = [of({ properties: { a: { type: 'string', pattern } } }), of({ patternProperties: { [pattern]: {} } })];
  for (const text of found) {
    if (says === undefined) expect(text).toBe('');
    else expect(text).toContain(says);
  }
});
