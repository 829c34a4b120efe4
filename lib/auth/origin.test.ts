import { expect, test } from 'vitest';
import { isSameOrigin } from './origin.ts';

test.for([
  [{ origin: 'http://localhost:3000', host: 'localhost:3000' }, true],
  [{ origin: 'https://notify.example.com', host: 'notify.example.com' }, true],
  [{ origin: 'https://notify.example.com', host: 'notify.example.com:443' }, true],
  [{ origin: 'http://NOTIFY.example.com', host: 'notify.example.com' }, false],
  [{ origin: 'http://notify.example.com', host: 'notify.example.com:443' }, false],
  [{ origin: 'http://localhost:3001', host: 'localhost:3000' }, false],
  [{ origin: 'https://notify.example.com.evil.example', host: 'notify.example.com' }, false],
  [{ origin: 'https://notify.example.com@evil.example', host: 'notify.example.com' }, false],
  [{ origin: 'https://evil.example/notify.example.com', host: 'notify.example.com' }, false],
  [{ origin: 'null', host: 'localhost:3000' }, false],
  [{ origin: '', host: 'localhost:3000' }, false],
  [{ origin: 'https://evil.example', host: 'localhost:3000', 'sec-fetch-site': 'same-origin' }, false],
  [{ host: 'localhost:3000', 'sec-fetch-site': 'same-origin' }, true],
  [{ host: 'localhost:3000', 'sec-fetch-site': 'same-site' }, false],
  [{ host: 'localhost:3000', 'sec-fetch-site': 'none' }, false],
  [{ host: 'localhost:3000', referer: 'http://localhost:3000/' }, false],
  [{ origin: 'http://localhost:3000' }, false],
] as [Record<string, string>, boolean][])('%j: %s', ([headers, same]) => {
  expect(isSameOrigin(new Headers(headers))).toBe(same);
});
