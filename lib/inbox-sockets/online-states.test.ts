import { beforeEach, expect, test } from 'vitest';
import { prisma, query } from '#lib/postgres/db.ts';
import { deleteSubscriber, saveSubscribers } from '#lib/subscribers/changes.ts';
import { type Sample, sampleEnvironment } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { endLostOnlineStates } from './online-rows.ts';
import { OnlineStates } from './online-states.ts';

ownScratchDatabase();

let sample: Sample;
let environmentId: string;
let jane: string;

beforeEach(async () => {
  sample = await sampleEnvironment();
  ({ environmentId } = sample.ctx);
  await saveSubscribers(sample.ctx, { subscribers: [{ subscriberId: 'jane' }] } as never);
  jane = (await prisma().subscriber.findFirstOrThrow({ where: { environmentId } })).id;
});

/** A web process, and the subscribers with a socket in it. */
function webProcess() {
  const open = new Set<string>();
  const states = new OnlineStates((_environmentId, subscriberId) => open.has(subscriberId));
  const turn = (isOpen: boolean, subscriberId = jane) => {
    if (isOpen) open.add(subscriberId);
    else open.delete(subscriberId);
    states.change(environmentId, subscriberId);
  };
  /** Stores the states that are due this many seconds from now. */
  const after = (seconds: number) => states.flush(performance.now() + seconds * 1_000);
  return { states, turn, after };
}

const stored = async () => {
  const { isOnline, lastOnlineAt } = await prisma().subscriber.findFirstOrThrow({ where: { environmentId } });
  return { isOnline, lastOnlineAt };
};

/** The version of the row in the database, which every write changes. */
const rowVersion = async () => {
  const [row] = await query<{ xmin: string }>(
    'test-row-version',
    'SELECT xmin::text FROM subscribers WHERE environment_id = $1',
    [environmentId],
  );
  return row?.xmin;
};

test('a subscriber is online a second after the first socket, and offline half a minute after the last one', async () => {
  const { turn, after } = webProcess();
  turn(true);
  await after(0.5);
  expect((await stored()).isOnline).toBeNull();
  await after(1.1);
  expect(await stored()).toEqual({ isOnline: true, lastOnlineAt: null });
  turn(false);
  await after(29);
  expect((await stored()).isOnline).toBe(true);
  await after(31);
  expect(await stored()).toMatchObject({ isOnline: false });
  expect(Date.now() - ((await stored()).lastOnlineAt?.getTime() ?? 0)).toBeLessThan(60_000);
});

test('a socket that closes and opens again, or opens only for a moment, writes nothing', async () => {
  const { turn, after } = webProcess();
  const before = await rowVersion();
  turn(true);
  turn(false);
  await after(40);
  expect(await rowVersion()).toBe(before);
  turn(true);
  await after(2);
  const online = await rowVersion();
  expect(online).not.toBe(before);
  for (let times = 0; times < 5; times++) {
    turn(false);
    await after(20);
    turn(true);
    await after(2);
  }
  expect(await rowVersion()).toBe(online);
});

test('a subscriber with sockets in two processes is offline only when both have closed', async () => {
  for (let times = 0; times < 10; times++) {
    const [one, two] = [webProcess(), webProcess()];
    one.turn(true);
    two.turn(true);
    await Promise.all([one.after(2), two.after(2)]);
    one.turn(false);
    await one.after(31);
    expect((await stored()).isOnline).toBe(true);
    one.turn(true);
    await one.after(2);
    one.turn(false);
    two.turn(false);
    await Promise.all([one.after(31), two.after(31)]);
    expect((await stored()).isOnline).toBe(false);
  }
});

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000);

test('the subscribers of a killed process become offline after a minute, unless another process has them', async () => {
  await saveSubscribers(sample.ctx, { subscribers: [{ subscriberId: 'john' }] } as never);
  const john = (await prisma().subscriber.findFirstOrThrow({ where: { environmentId, subscriberId: 'john' } })).id;
  const [killed, living] = [webProcess(), webProcess()];
  for (const id of [jane, john]) killed.turn(true, id);
  living.turn(true, john);
  await Promise.all([killed.after(2), living.after(2)]);
  await endLostOnlineStates(inSeconds(50));
  const states = async () => {
    const rows = await prisma().subscriber.findMany({ where: { environmentId }, orderBy: { subscriberId: 'asc' } });
    return rows.map(({ isOnline }) => isOnline);
  };
  expect(await states()).toEqual([true, true]);
  const processes = await prisma().webProcess.findMany({ orderBy: { id: 'asc' } });
  // The living process reports that it is alive.
  const livingIds = await prisma().onlineSubscriber.findMany({ where: { environmentId, subscriberId: john } });
  const killedIds = await prisma().onlineSubscriber.findMany({ where: { environmentId, subscriberId: jane } });
  const livingId = livingIds.find(({ webProcessId }) => webProcessId !== killedIds[0]?.webProcessId)?.webProcessId;
  await prisma().webProcess.updateMany({ where: { id: livingId ?? '' }, data: { seenAt: inSeconds(60) } });
  await endLostOnlineStates(inSeconds(70));
  expect(await states()).toEqual([false, true]);
  const seenAt = processes.find(({ id }) => id === killedIds[0]?.webProcessId)?.seenAt;
  expect((await stored()).lastOnlineAt).toEqual(seenAt);
  expect(await prisma().webProcess.count({ where: { id: killedIds[0]?.webProcessId ?? '' } })).toBe(0);
});

test('a process that counted as dead stores its subscribers again', async () => {
  const frozen = webProcess();
  frozen.turn(true);
  await frozen.after(2);
  await endLostOnlineStates(inSeconds(70));
  expect((await stored()).isOnline).toBe(false);
  await frozen.states.show();
  await frozen.after(1);
  expect((await stored()).isOnline).toBe(true);
  frozen.turn(false);
  await frozen.after(31);
  expect((await stored()).isOnline).toBe(false);
});

test('a process that ends leaves its subscribers online for the next one', async () => {
  const [old, next] = [webProcess(), webProcess()];
  old.turn(true);
  await old.after(2);
  const before = await rowVersion();
  old.turn(false);
  await old.states.end();
  next.turn(true);
  await next.after(2);
  expect(await rowVersion()).toBe(before);
  const seenAt = inSeconds(60);
  await prisma().webProcess.updateMany({ where: { seenAt: { gt: new Date(0) } }, data: { seenAt } });
  next.turn(false);
  await next.after(31);
  expect((await stored()).isOnline, 'the old process may still live').toBe(true);
  await endLostOnlineStates(inSeconds(130));
  expect((await stored()).isOnline).toBe(false);
});

test('a deleted subscriber takes its online state along', async () => {
  const { turn, after } = webProcess();
  turn(true);
  await after(2);
  await deleteSubscriber(sample.ctx, 'jane');
  expect(await prisma().onlineSubscriber.count({ where: { environmentId } })).toBe(0);
  turn(false);
  await after(31);
  turn(true);
  await after(2);
  expect(await prisma().onlineSubscriber.count({ where: { environmentId } })).toBe(0);
});
