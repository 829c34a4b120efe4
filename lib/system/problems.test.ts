import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { prisma } from '#lib/postgres/db.ts';
import { sampleEnvironment } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { getSystemProblems } from './problems.ts';
import { SystemProblems } from './problems-schema.ts';
import * as service from './service.ts';

ownScratchDatabase();

let ctx: Ctx;

beforeEach(async () => {
  ({ ctx } = await sampleEnvironment());
  await prisma().worker.deleteMany();
});

afterEach(() => void vi.restoreAllMocks());

test('the problems are the red findings of the report', async () => {
  const { findings } = await service.getSystemReport(ctx);
  const red = findings.filter(({ level }) => level === 'bad');
  expect(red.length).toBeGreaterThan(0);
  expect(SystemProblems.parse(await getSystemProblems(ctx))).toEqual({ count: red.length, first: red[0]?.title });
});

test('many readers of an organization read one report; a failure is not kept', async () => {
  const report = vi.spyOn(prisma().worker, 'findMany');
  report.mockRejectedValueOnce(new Error('no connection'));
  await expect(getSystemProblems(ctx)).rejects.toThrow('no connection');
  await Promise.all([getSystemProblems(ctx), getSystemProblems(ctx), getSystemProblems(ctx)]);
  expect(report).toHaveBeenCalledTimes(2);
  const other = (await sampleEnvironment()).ctx;
  await getSystemProblems(other);
  expect(report).toHaveBeenCalledTimes(3);
});
