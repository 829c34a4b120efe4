import { expect, test } from 'vitest';
import { type AuditLogQuery, auditInput, isFiltered } from './audit-log-query.ts';

const NOW = Date.parse('2026-11-27T12:00:00.000Z');
const none: AuditLogQuery = {
  ...{ after: [], range: 'all', from: '', to: '', zone: '' },
  ...{ actor: null, environment: null, resource: null, action: null, q: null },
};
const input = (change: Partial<AuditLogQuery>) => auditInput({ ...none, ...change }, NOW);

test('without a range, the whole log is read', () => {
  expect(input({})).toMatchObject({ createdGte: null, createdLt: null });
  expect(isFiltered(none)).toBe(false);
});

test('a range that ends now has a start only', () => {
  expect(input({ range: '24h' })).toMatchObject({ createdGte: '2026-11-26T12:00:00.000Z', createdLt: null });
  expect(isFiltered({ ...none, range: '24h' })).toBe(true);
});

test('a range with dates has both ends, and a zone is no filter', () => {
  const dates = { from: '2026-11-01T00:00:00.000Z', to: '2026-11-02T00:00:00.000Z' };
  expect(input(dates)).toMatchObject({ createdGte: dates.from, createdLt: dates.to });
  expect(isFiltered({ ...none, ...dates })).toBe(true);
  expect(isFiltered({ ...none, zone: 'UTC' })).toBe(false);
});
