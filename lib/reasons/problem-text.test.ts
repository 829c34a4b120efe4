import { expect, test } from 'vitest';
import { problemText } from './problem-text.ts';
import { fixOf, type Reason, summaryOf, whyOf } from './registry.ts';

test.each([
  [' upstream gone. ', 'upstream gone.'],
  ['“a” is not "b" but "c"', '“a” is not “b” but “c”'],
  ['{"error":"estimate service overloaded"}', 'estimate service overloaded'],
  ['{"error":{"code":7,"message":"No \\"slot\\" left."},"trace":"…', 'No “slot” left.'],
  ['[{"detail":"Too many"}]', 'Too many'],
  ['{"error":"estimate serv…', undefined],
  ['{"code":503}', undefined],
  ['{"error":"bad \\x escape"}', undefined],
  ['<!doctype html><title>Bad gateway</title>', undefined],
  ['{"message":"<html>"}', undefined],
  [' \n{"error":"too late"}', 'too late'],
  [' \n<html>', undefined],
  ['the map {"error":"x"} is wrong', 'the map {“error”:“x”} is wrong'],
  ['x{"error":"y"}', 'x{“error”:“y”}'],
  ['1<2', '1<2'],
  ['a <b> tag', 'a <b> tag'],
])('%s is shown as %s', (problem, text) => {
  expect(problemText(problem)).toBe(text);
});

test('no row or heading shows the raw response of a server', () => {
  const failed = (problem: string) =>
    ({ code: 'request_failed', evidence: { problem, status: 503, host: 'eta.example' } }) as Reason;
  expect(whyOf(failed('{"error":"overloaded."}'))).toBe('eta.example answered 503, overloaded');
  expect(summaryOf(failed('{"error":"overloaded"}'))).toBe('eta.example answered 503: overloaded');
  expect(whyOf(failed('<html><body>502'))).toBe('eta.example answered 503');
  expect(whyOf(failed('It redirects to /new, which is not followed'))).toBe(
    'eta.example answered 503, it redirects to /new, which is not followed',
  );
  expect(whyOf(failed('{"error":"Too many"}'))).toBe('eta.example answered 503, too many');
  expect(whyOf(failed('HTTP only'))).toBe('eta.example answered 503, HTTP only');
  expect(summaryOf(failed('<html><body>502'))).toBe('eta.example answered 503');
  const unrendered = { code: 'render_failed', evidence: { problem: '"a.example" is not a URL', control: 'url' } };
  const url = 'primaryAction.redirect.url';
  for (const what of [`in the field ${url} is not an address`, `is no address for ${url}`]) {
    const problem = `"shop.example" ${what}: it must be a full http(s) address.`;
    const address = { code: 'render_failed', evidence: { problem, control: url } } as Reason;
    expect(whyOf(address)).toBe('the link of the first button is not an address');
    expect(fixOf(address)?.text).toMatch(
      /^The link is “shop\.example”; it must be a full http\(s\) address\. Then trigger again, because this run keeps its version of the workflow\.$/,
    );
  }
  expect(whyOf(unrendered as Reason)).toBe('the field “URL” could not be rendered: “a.example” is not a URL');
});
