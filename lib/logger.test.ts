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

test('an error is logged without attached objects, such as a database connection', () => {
  const lines: string[] = [];
  const logger = createLogger({ write: (line) => lines.push(line) });
  const client = { processID: 7, secretKey: 987654321, connectionParameters: { password: 'canary' } };
  const cause = Object.assign(new Error('closed'), { client });
  logger.warn(
    { error: Object.assign(new Error('lost', { cause }), { client, code: '57P01', routine: 'die' }) },
    'goes on',
  );
  logger.warn({ error: new AggregateError([cause], 'several') }, 'goes on');
  expect(lines.join()).not.toMatch(/canary|987654321/);
  expect(JSON.parse(lines[0] ?? '').error).toMatchObject({ type: 'Error', code: '57P01', routine: 'die' });
  expect(JSON.parse(lines[0] ?? '').error.message).toContain('lost');
});
