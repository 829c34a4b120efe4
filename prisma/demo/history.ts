import { Cron } from 'croner';
import { requestHttp, runCustom, skipsAction, startDelay, type Throttles, throttle } from './actions.ts';
import { deliverChat } from './deliver-chat.ts';
import { deliverEmail } from './deliver-email.ts';
import { deliverInApp } from './deliver-in-app.ts';
import { deliverPush } from './deliver-push.ts';
import { deliverSms } from './deliver-sms.ts';
import { type Digests, digest, endDigest } from './digests.ts';
import { makePlan, type Trigger } from './plan.ts';
import { giveReasons } from './reasons.ts';
import type {
  ExecutionDetailRow,
  JobRow,
  MessageRow,
  NotificationRow,
  NotificationTopicRow,
  TriggerRow,
} from './rows.ts';
import { startRun } from './run.ts';
import { type Ending, type Run, type Scene, tell } from './scene.ts';
import type { World } from './world.ts';

export interface HistoryBatch {
  triggers: TriggerRow[];
  notifications: NotificationRow[];
  notificationTopics: NotificationTopicRow[];
  jobs: JobRow[];
  details: ExecutionDetailRow[];
  messages: MessageRow[];
}

interface Simulation {
  world: World;
  digests: Digests;
  throttles: Throttles;
  suppressed: Set<string>;
  /** What happens later, the latest first. */
  later: { at: number; happens: () => void }[];
  transactions: Set<string>;
  batch: HistoryBatch;
}

const BATCH = 500;
/** Steps that started less than this before now may still be running. */
const UNDER_WAY_MS = 90_000;

/**
 * Simulates thirty days of runs in the order of time. Each run goes through its workflow as in the engine, depending on
 * the subscriber, their preferences and the incidents of that day.
 */
export function* makeHistory(world: World, count = 20_000): Generator<HistoryBatch> {
  const simulation: Simulation = {
    world,
    digests: { open: new Map(), lastEvent: new Map() },
    throttles: new Map(),
    suppressed: new Set(),
    later: [],
    transactions: new Set(),
    batch: emptyBatch(),
  };
  for (const trigger of makePlan(world, count)) {
    catchUp(simulation, trigger.at.getTime());
    begin(simulation, trigger);
    if (simulation.batch.notifications.length >= BATCH) {
      yield simulation.batch;
      simulation.batch = emptyBatch();
    }
  }
  catchUp(simulation, world.now.getTime());
  yield simulation.batch;
}

function emptyBatch(): HistoryBatch {
  return { triggers: [], notifications: [], notificationTopics: [], jobs: [], details: [], messages: [] };
}

function catchUp({ later }: Simulation, time: number): void {
  for (let next = later.at(-1); next && next.at <= time; next = later.at(-1)) {
    later.pop();
    next.happens();
  }
}

function schedule({ later }: Simulation, at: number, happens: () => void): void {
  let index = later.length;
  while (index > 0 && (later[index - 1] as { at: number }).at < at) index--;
  later.splice(index, 0, { at, happens });
}

function begin(simulation: Simulation, trigger: Trigger): void {
  const { world, transactions, batch } = simulation;
  const run = startRun(world, trigger);
  run.workflow.row.last_triggered_at = trigger.at;
  if (!transactions.has(trigger.transactionId)) {
    transactions.add(trigger.transactionId);
    batch.triggers.push({
      environment_id: world.environmentId,
      transaction_id: trigger.transactionId,
      workflow_id: run.workflow.row.id,
      created_at: trigger.at,
    });
  }
  proceed(simulation, run, 0, trigger.at.getTime() + world.random.int(15, 220));
}

/** Runs the steps from `index` on, until one waits or none is left. */
function proceed(simulation: Simulation, run: Run, index: number, start: number): void {
  const { world } = simulation;
  const now = world.now.getTime();
  let time = start;
  for (let i = index; i < run.jobs.length; i++) {
    if (time > now) break;
    const scene = makeScene(world, run, i, time);
    if (isUnderWay(scene)) break;
    const ending = perform(simulation, scene);
    settle(scene, ending);
    if (ending.waitUntil) {
      wait(simulation, run, i, ending.waitUntil);
      return;
    }
    if (ending.stop) {
      stopRest(scene, i, ending.stop);
      break;
    }
    time = (scene.handedAt ?? scene.clock) + world.random.int(10, 90);
  }
  finish(simulation, run);
}

function makeScene(world: World, run: Run, index: number, clock: number): Scene {
  const step = run.workflow.steps[index];
  const job = run.jobs[index];
  if (!step || !job) throw new Error(`The run has no step ${index}`);
  return { world, run, step, job, clock };
}

/** A few of the latest steps are still queued or running. */
function isUnderWay(scene: Scene): boolean {
  const { world, job } = scene;
  if (world.now.getTime() - scene.clock > UNDER_WAY_MS || ['digest', 'delay'].includes(job.type)) return false;
  const state = world.random.weighted({ queued: 2, running: 2, done: 8 });
  if (state === 'done') return false;
  job.status = state;
  job.updated_at = new Date(scene.clock);
  tell(scene, 'Step queued', { status: 'Queued' });
  if (state === 'running') {
    job.attempts = 1;
    tell(scene, 'Step processed', { status: 'Pending' });
  }
  return true;
}

function perform(simulation: Simulation, scene: Scene): Ending {
  const nextTime = (cron: string, from: Date) => nextCronTime(cron, scene.run.person.row.timezone, from);
  scene.job.attempts = 1;
  tell(scene, 'Step queued', { status: 'Queued' });
  switch (scene.job.type) {
    case 'email':
      return deliverEmail(scene, simulation.suppressed);
    case 'sms':
      return deliverSms(scene);
    case 'push':
      return deliverPush(scene);
    case 'chat':
      return deliverChat(scene);
    case 'in_app':
      return deliverInApp(scene);
    case 'http_request':
      return skipsAction(scene) ? { status: 'skipped' } : requestHttp(scene);
    case 'custom':
      return runCustom(scene);
    case 'throttle':
      return throttle(scene, simulation.throttles);
    case 'digest':
      return digest(scene, simulation.digests, nextTime);
    case 'delay':
      return startDelay(scene, nextTime);
    default:
      throw new Error(`No demo of the step type "${scene.job.type}"`);
  }
}

function settle({ world, job, clock, handedAt }: Scene, { status }: Ending): void {
  job.status = status;
  const at = status === 'failed' ? clock : (handedAt ?? clock);
  job.updated_at = new Date(Math.min(at, world.now.getTime()));
}

/** Cancels the steps after one that ends the run. */
function stopRest(scene: Scene, index: number, stop: NonNullable<Ending['stop']>): void {
  const { run, world } = scene;
  for (let i = index + 1; i < run.jobs.length; i++) {
    const rest = makeScene(world, run, i, scene.clock);
    if (stop === 'canceled') tell(rest, 'Step was canceled because a previous step failed');
    if (stop === 'throttled') tell(rest, 'Step was throttled due to rate limiting');
    settle(rest, { status: stop === 'throttled' ? 'skipped' : stop });
  }
}

function wait(simulation: Simulation, run: Run, index: number, until: Date): void {
  const { world } = simulation;
  const givenUp = run.workflow.row.identifier === 'basket-reminder' && world.random.chance(0.22);
  const since = run.trigger.at.getTime();
  const cancelAt = since + Math.floor(world.random.next() * (until.getTime() - since));
  if (givenUp && cancelAt <= world.now.getTime()) {
    schedule(simulation, cancelAt, () => cancel(simulation, run, index, cancelAt));
  } else {
    schedule(simulation, until.getTime(), () => resume(simulation, run, index, until.getTime()));
    if (until > world.now) finish(simulation, run);
  }
}

/** The shop cancelled the run, because the basket was bought after all. */
function cancel(simulation: Simulation, run: Run, index: number, time: number): void {
  for (let i = index; i < run.jobs.length; i++) {
    const scene = makeScene(simulation.world, run, i, time);
    tell(scene, 'Step was canceled on request', { raw: { transactionId: run.trigger.transactionId } });
    settle(scene, { status: 'canceled' });
  }
  finish(simulation, run);
}

function resume(simulation: Simulation, run: Run, index: number, time: number): void {
  const scene = makeScene(simulation.world, run, index, time);
  if (scene.job.type === 'digest') endDigest(scene, simulation.digests);
  else tell(scene, 'Delay is finished');
  settle(scene, { status: 'completed' });
  proceed(simulation, run, index + 1, scene.clock + 20);
}

/** Passes on the rows of a run. A run that waits beyond now is final. */
function finish({ batch, world }: Simulation, run: Run): void {
  giveReasons(run);
  const latest = Math.max(...run.jobs.map((job) => job.updated_at.getTime()));
  run.notification.updated_at = new Date(
    Math.min(Math.max(latest, run.notification.created_at.getTime()), world.now.getTime()),
  );
  batch.notifications.push(run.notification);
  batch.notificationTopics.push(...run.notificationTopics);
  batch.jobs.push(...run.jobs);
  batch.details.push(...run.details);
  batch.messages.push(...run.messages);
}

const crons = new Map<string, Cron>();

function nextCronTime(expression: string, timezone: string | null, from: Date): Date {
  const key = `${expression} ${timezone}`;
  let cron = crons.get(key);
  if (!cron) {
    cron = new Cron(expression, { timezone: timezone ?? 'UTC' });
    crons.set(key, cron);
  }
  return cron.nextRun(from) ?? from;
}
