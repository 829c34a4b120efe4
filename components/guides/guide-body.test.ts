import { expect, test } from 'vitest';
import { ownCode } from './guide-body.tsx';

test('code has the address and the environment of the reader', () => {
  const written = 'http://127.0.0.1:3000/embed ws://127.0.0.1:3000 application-identifier="6650f1c2a4b3d2e1f0a9b801"';
  expect(ownCode(written, 'https://belfry.test', 'e1')).toBe(
    'https://belfry.test/embed wss://belfry.test application-identifier="e1"',
  );
});
