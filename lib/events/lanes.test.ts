import { expect, test } from 'vitest';
import { LANES } from '#lib/engine/queue/work.ts';
import { prisma } from '#lib/postgres/db.ts';
import { sampleEnvironment, sampleWorkflow, trigger } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';

ownScratchDatabase();

const SMS = { type: 'sms', name: 'Text', controlValues: { body: 'Hello' } };
const critical = { preferences: { user: { all: { enabled: true, readOnly: true } } } };

test.each([
  ['a critical workflow goes first', critical, {}, LANES.urgent],
  ['so does one of high severity', { severity: 'high' }, {}, LANES.urgent],
  ['and a trigger that raises the severity', {}, { overrides: { severity: 'high' } }, LANES.urgent],
  [
    'a critical workflow keeps its lane when a trigger lowers the severity',
    critical,
    { overrides: { severity: 'low' } },
    LANES.urgent,
  ],
  ['others take their turn', {}, {}, LANES.normal],
  ['also with a medium severity', { severity: 'medium' }, {}, LANES.normal],
])('%s', async (_, workflow, event, lane) => {
  const { ctx } = await sampleEnvironment();
  await trigger(ctx, await sampleWorkflow(ctx, [SMS], workflow), 'jane', event);
  const { environmentId } = ctx;
  expect(await prisma().work.findMany({ where: { environmentId }, select: { lane: true } })).toEqual([{ lane }]);
});
