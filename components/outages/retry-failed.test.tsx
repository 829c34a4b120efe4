import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { SessionProvider } from '#components/layout/session.tsx';
import type { Outage } from '#lib/outages/schema.ts';
import { RetryFailed } from './retry-failed.tsx';

const at = '2026-11-27T09:12:00.000Z';
const OUTAGE: Outage = {
  ...{ integration: { _id: 'i1', name: 'SES' }, openedAt: at, words: 'refused' },
  counts: { waiting: 0, late: 0, failed: 2, recovered: 0, several: 0, capped: false },
  failedRuns: { after: at, before: at, reasons: ['provider_rejected'] },
};

function markup(role: string): string {
  const environment = { _id: 'environment', name: 'Development', slug: 'development' };
  const user = { id: 'u', name: 'Ann', email: 'ann@example.com', role };
  return renderToStaticMarkup(
    <SessionProvider value={{ user, environment, environments: [environment] } as never}>
      <RetryFailed outage={OUTAGE} />
    </SessionProvider>,
  );
}

test('owners open the dialog, and Support sees who may retry', () => {
  expect(markup('owner')).toMatch(/<a [^>]*href="\/development\/activity\?[^"]*dialog=retry"/);
  expect(markup('support')).not.toContain('<a ');
  expect(markup('support')).toMatch(/aria-disabled="true" [^>]*aria-description="Only [^"]*; your role is Support\."/);
});
