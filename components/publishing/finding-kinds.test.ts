import { expect, test } from 'vitest';
import type { PreflightLine } from '#lib/publishing/schema.ts';
import { kindText, sharedKinds, shortName, splitFindings } from './finding-kinds.ts';

const line = (message: string, more: Partial<PreflightLine> = {}): PreflightLine => ({
  ...{ about: 'integration', effect: 'pauses', message },
  ...more,
});
const lacking = (channel: PreflightLine['channel']) => line(`No ${channel}`, { lacks: 'integration', channel });
const valueless = (variable: string) =>
  line(`No value of ${variable}`, { about: 'variable', lacks: 'value', variable });
const candidate = (name: string, findings: PreflightLine[]) =>
  ({ key: name, type: 'workflow', id: name, name, status: 'new', findings }) as const;

test('a kind of several workflows is one line with their names, and the workflows show their part of the kind', () => {
  const step = line('Step “Mail”: no subject', { about: 'issue', stepId: 'mail' });
  const note = line('Note', { effect: 'informs', about: 'content' });
  const all = [
    candidate('A', [lacking('email'), lacking('sms'), step, note]),
    candidate('B', [lacking('push'), step, note, valueless('URL'), valueless('KEY')]),
    candidate('C', [{ ...lacking('email'), effect: 'warns' }]),
  ];
  const shared = sharedKinds(all);
  expect(shared.map(({ names }) => names)).toEqual([
    ['A', 'B'],
    ['A', 'B'],
  ]);
  expect(shared.map((kind) => kindText(kind, 'Development'))).toEqual([
    'Development has no active integration for email, SMS and push',
    'Note',
  ]);
  const parts = all.map((each) => {
    const { own, elsewhere } = splitFindings(each, shared);
    return {
      own: own.map((kind) => kindText(kind, 'Development')),
      elsewhere: elsewhere.flatMap(({ findings }) => findings.map(shortName)),
    };
  });
  expect(parts).toEqual([
    { own: ['Step “Mail”: no subject'], elsewhere: ['Email', 'SMS', 'Sensitive content'] },
    {
      own: ['Step “Mail”: no subject', 'Development has no value for `env.URL` and `env.KEY`'],
      elsewhere: ['Push', 'Sensitive content'],
    },
    { own: ['Development has no active integration for email'], elsewhere: [] },
  ]);
});
