import { keep, milliseconds } from './actions.ts';
import { localTime } from './rhythm.ts';
import type { JsonObject } from './rows.ts';
import { type Ending, type Run, type Scene, tell } from './scene.ts';

interface Collecting {
  run: Run;
  events: JsonObject[];
}

/** The open digests, and the time of each group's last event. */
export interface Digests {
  open: Map<string, Collecting>;
  lastEvent: Map<string, number>;
}

interface Controls {
  type: 'regular' | 'timed';
  amount: number;
  unit: string;
  lookBackWindow?: { amount: number; unit: string };
  cron: string;
  digestKey?: string;
}

/** Joins the open digest, starts one, or lets the first event of a quiet period pass. */
export function digest(scene: Scene, digests: Digests, nextTime: (cron: string, from: Date) => Date): Ending {
  const { run, job } = scene;
  const controls = scene.step.row.control_values as unknown as Controls;
  const key = groupKey(scene, controls);
  const event = { id: job.id, time: new Date(scene.clock).toISOString(), payload: run.trigger.payload };
  job.payload = run.trigger.payload;
  job.digest = metadata(controls);
  const collecting = digests.open.get(key);
  if (collecting) {
    collecting.events.push(event);
    run.notification.digested_notification_id = collecting.run.notification.id;
    tell(scene, 'Digest was merged with other digest', {
      raw: { digestedNotificationId: collecting.run.notification.id },
    });
    return { status: 'merged', stop: 'merged' };
  }
  const last = digests.lastEvent.get(key);
  digests.lastEvent.set(key, scene.clock);
  if (controls.lookBackWindow && !(last && scene.clock - last < milliseconds(controls.lookBackWindow))) {
    tell(scene, 'Digest was skipped, first backoff event', { raw: controls.lookBackWindow });
    job.digest.events = [event];
    keep(scene, { eventCount: 1, events: [event] });
    return { status: 'completed' };
  }
  digests.open.set(key, { run, events: [event] });
  const due = dueTime(scene, controls, nextTime);
  if (controls.type === 'timed')
    job.digest.timed = { ...(job.digest.timed as JsonObject), untilDate: due.toISOString() };
  job.due_at = due;
  tell(scene, 'Start digesting', { status: 'Pending' });
  tell(scene, 'Step digested', { status: 'Pending', raw: { until: due.toISOString() } });
  return { status: 'delayed', waitUntil: due };
}

/** Closes the window: later steps work with the collected events. */
export function endDigest(scene: Scene, digests: Digests): void {
  const key = groupKey(scene, scene.step.row.control_values as unknown as Controls);
  const events = takeEvents(scene.run, key, digests);
  digests.open.delete(key);
  scene.job.digest = { ...scene.job.digest, type: String(scene.job.digest?.type), events };
  keep(scene, { eventCount: events.length, events });
  tell(scene, 'Digest triggered events', { raw: { eventCount: events.length } });
}

function takeEvents(run: Run, key: string, digests: Digests): JsonObject[] {
  const collecting = digests.open.get(key);
  return collecting?.run === run ? collecting.events : [];
}

function groupKey({ run, step }: Scene, { digestKey }: Controls): string {
  return [step.row.id, run.person.row.id, digestKey ? run.trigger.payload[digestKey] : ''].join(':');
}

function metadata({ type, amount, unit, lookBackWindow, cron, digestKey }: Controls): JsonObject {
  if (type === 'timed')
    return { type: 'timed', timed: { cronExpression: cron, atTime: '08:00', weekDays: ['monday'] } };
  return {
    type: lookBackWindow ? 'backoff' : 'regular',
    amount,
    unit,
    ...(digestKey && { digestKey }),
    ...(lookBackWindow && { backoff: true, backoffAmount: lookBackWindow.amount, backoffUnit: lookBackWindow.unit }),
    updateMode: false,
  };
}

/** The end of the window, moved into the subscriber's schedule. */
function dueTime(scene: Scene, controls: Controls, nextTime: (cron: string, from: Date) => Date): Date {
  const due =
    controls.type === 'timed'
      ? nextTime(controls.cron, new Date(scene.clock))
      : new Date(scene.clock + milliseconds(controls));
  const { person } = scene.run;
  if (!person.preferences.some(({ schedule }) => schedule !== null)) return due;
  const { minute } = localTime(due, person.row.timezone);
  if (minute >= 9 * 60) return due;
  scene.job.schedule_extensions_count = 1;
  const later = new Date(due.getTime() + (9 * 60 - minute) * 60_000);
  tell(scene, 'Step was extended to the next available time in the subscriber schedule', {
    raw: { from: due.toISOString(), to: later.toISOString() },
  });
  return later;
}
