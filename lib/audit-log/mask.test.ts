import { expect, test } from 'vitest';
import { maskSecrets } from './mask.ts';

test('secrets are hidden at every depth, and other values stay', () => {
  const { before, after } = maskSecrets(undefined, {
    name: 'Mailgun',
    active: true,
    credentials: { apiKey: 'key-1', domain: 'mg.example.com', secretKey: '', nested: [{ password: 'p' }] },
    channels: [{ credentials: { webhookUrl: 'https://hooks.example.com/x', deviceTokens: ['t1'] } }],
    createdAt: new Date(0),
    at: null,
  });
  expect(before).toBeUndefined();
  expect(after).toEqual({
    name: 'Mailgun',
    active: true,
    credentials: { apiKey: '••••••', domain: 'mg.example.com', secretKey: '', nested: [{ password: '••••••' }] },
    channels: [{ credentials: { webhookUrl: '••••••', deviceTokens: '••••••' } }],
    createdAt: new Date(0),
    at: null,
  });
});

test('a changed secret is marked', () => {
  const before = { credentials: { apiKey: 'one', token: 'same' } };
  const after = { credentials: { apiKey: 'two', token: 'same', password: 'new' } };
  expect(maskSecrets(before, after)).toEqual({
    before: { credentials: { apiKey: '••••••', token: '••••••' } },
    after: { credentials: { apiKey: '•••••• (changed)', token: '••••••', password: '•••••• (changed)' } },
  });
});
