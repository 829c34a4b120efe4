import { expect, test } from 'vitest';
import { createLogger } from './logger.ts';

test('secrets never reach the log', () => {
  const lines: string[] = [];
  const logger = createLogger({ write: (line) => lines.push(line) });
  logger.warn(
    { headers: { authorization: 'ApiKey canary', cookie: 'canary' }, integration: { credentials: { key: 'canary' } } },
    'refused',
  );
  logger.warn({ request: { headers: { authorization: 'canary', 'set-cookie': 'canary' } }, password: 'canary' });
  expect(lines.join()).not.toContain('canary');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'warn', msg: 'refused' });
});
