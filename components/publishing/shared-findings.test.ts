import { expect, test } from 'vitest';
import type { PreflightLine } from '#lib/publishing/schema.ts';
import { ownFindings, sharedFindings } from './shared-findings.ts';

const line = (message: string, more: Partial<PreflightLine> = {}): PreflightLine => ({
  ...{ about: 'integration', effect: 'pauses', message },
  ...more,
});
const candidate = (name: string, findings: PreflightLine[]) =>
  ({ key: name, type: 'workflow', id: name, name, status: 'new', findings }) as const;

test('a finding of several workflows appears once with their names, and a finding of a step stays with its workflow', () => {
  const step = line('Step “Mail”: no subject', { stepId: 'mail' });
  const all = [
    candidate('A', [line('No email'), line('No SMS'), step]),
    candidate('B', [line('No email'), step]),
    candidate('C', [line('No email', { effect: 'warns' })]),
  ];
  const shared = sharedFindings(all);
  expect(shared).toEqual([{ finding: line('No email'), names: ['A', 'B'] }]);
  expect(ownFindings(all[0]?.findings ?? [], shared)).toEqual({
    own: [line('No SMS'), step],
    elsewhere: [line('No email')],
  });
  expect(ownFindings(all[2]?.findings ?? [], shared).elsewhere).toEqual([]);
});
