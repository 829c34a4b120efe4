import { expect, test, vi } from 'vitest';
import { hotTransaction, prisma, query } from '#lib/postgres/db.ts';
import { prepareRendering } from '#lib/rendering/render-step.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { warmUp } from './warm-up.ts';

vi.mock('#lib/rendering/render-step.ts', { spy: true });
ownScratchDatabase();

test('the statements of a delivery are planned, and rendering and Prisma compiled, before the first job', async () => {
  const firstOfPrisma = vi.spyOn(prisma().circuitBreaker, 'findFirst');
  // Uses one connection, because prepared statements belong to a connection.
  const names = await hotTransaction(async () => {
    await warmUp(new Date(), 100);
    return query<{ name: string }>('test-prepared', 'SELECT name FROM pg_prepared_statements WHERE generic_plans > 0');
  });
  expect(prepareRendering).toHaveResolved();
  expect(firstOfPrisma).toHaveBeenCalled();
  expect(names.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'work-claim-100',
      'work-record',
      'work-record-ends',
      'runs-environment',
      'runs-integrations',
      'runs-layouts',
      'runs-notifications',
      'runs-jobs',
      'runs-recipients',
      'runs-preferences',
    ]),
  );
});
