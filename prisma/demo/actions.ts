import { holds } from './gates.ts';
import { render } from './render.ts';
import { during } from './rhythm.ts';
import type { Json, JsonObject } from './rows.ts';
import { type Ending, type Scene, tell } from './scene.ts';

const UNITS: Record<string, number> = {
  seconds: 1000,
  minutes: 60_000,
  hours: 3_600_000,
  days: 86_400_000,
  weeks: 7 * 86_400_000,
  months: 30 * 86_400_000,
};

export function milliseconds({ amount, unit }: { amount: number; unit: string }): number {
  return amount * (UNITS[unit] ?? 0);
}

/** Asks the carrier. A later step uses the answer, so the run stops without one. */
export function requestHttp(scene: Scene): Ending {
  const { run, step, world } = scene;
  const { random, now } = world;
  const url = render(String(step.row.control_values.url), run.scope);
  const request: JsonObject = { method: 'GET', url };
  const down = during('carrier-down', scene.clock, now);
  const outcome = down
    ? random.weighted({ rejected: 6, slow: 4 })
    : random.weighted({ fine: 960, slow: 18, rejected: 5, shapeless: 6, incomplete: 8 });
  if (outcome === 'rejected')
    return requestFailed(scene, { ...request, status: 503, body: { error: 'estimator temporarily unavailable' } });
  if (outcome === 'slow' && down)
    return requestFailed(scene, { ...request, error: 'No answer within 5000 ms', durationMs: 5000 });
  if (outcome === 'slow') {
    tell(scene, 'Action step execution failed', {
      status: 'Warning',
      raw: { ...request, error: 'No answer within 5000 ms', durationMs: 5000 },
      after: 5000,
    });
    scene.job.attempts = 2;
    scene.clock += 4000;
  }
  if (outcome === 'shapeless') {
    tell(scene, 'HTTP request step received a non-object response', {
      status: 'Warning',
      source: 'Payload',
      raw: { ...request, status: 200, body: 'OK' },
      after: 320,
    });
    keep(scene, {});
    return { status: 'completed' };
  }
  const hour = random.int(9, 17);
  const answer: JsonObject = { from: `${hour}:00`, until: `${hour + 2}:00`, stopsBefore: random.int(2, 24) };
  if (outcome === 'incomplete') {
    tell(scene, 'Response body schema validation failed', {
      status: 'Failed',
      source: 'Payload',
      raw: {
        ...request,
        status: 200,
        body: { stopsBefore: answer.stopsBefore },
        message: 'must have required property "from"',
      },
      after: 280,
    });
    return { status: 'failed', stop: 'canceled' };
  }
  tell(scene, 'Step completed', {
    raw: { ...request, status: 200, body: answer },
    after: random.int(90, 700),
    retry: outcome === 'slow',
  });
  keep(scene, answer);
  return { status: 'completed' };
}

function requestFailed(scene: Scene, raw: JsonObject): Ending {
  tell(scene, 'Action step execution failed', { status: 'Warning', raw, after: 900 });
  tell(scene, 'Action step execution failed', { status: 'Warning', raw, retry: true, after: 6000 });
  tell(scene, 'Action step execution failed', { status: 'Failed', raw, retry: true, after: 14_000 });
  scene.job.attempts = 3;
  return { status: 'failed', stop: 'canceled' };
}

/** Runs the company's own code. */
export function runCustom(scene: Scene): Ending {
  const { payload } = scene.run.trigger;
  if (during('bridge-down', scene.clock, scene.world.now)) {
    tell(scene, 'Bridge execution failed', {
      status: 'Failed',
      raw: { statusCode: 502, message: 'The bridge at warehouse.fennelandoak.example answered 502 Bad Gateway' },
      after: 1200,
    });
    return { status: 'failed', stop: 'canceled' };
  }
  const days = Math.max(1, Math.round((Number(payload.onHand) / Number(payload.weeklySales)) * 7));
  const output = { days, suggestedOrder: Math.ceil((Number(payload.weeklySales) * 2) / 10) * 10 };
  tell(scene, 'Step completed', { raw: output, after: scene.world.random.int(60, 400) });
  keep(scene, output);
  return { status: 'completed' };
}

/** The start of each window, and how many runs it let through. */
export type Throttles = Map<string, { start: number; count: number }>;

export function throttle(scene: Scene, throttles: Throttles): Ending {
  const { run, step } = scene;
  const controls = step.row.control_values as {
    type: string;
    amount: number;
    unit: string;
    threshold: number;
    throttleKey: string;
  };
  const size = milliseconds(
    controls.type === 'fixed' ? controls : (run.trigger.payload.quietFor as { amount: number; unit: string }),
  );
  const value = String(run.trigger.payload[controls.throttleKey]);
  const key = `${step.row.id}:${run.person.row.id}:${value}`;
  const window = throttles.get(key);
  const open = window && window.start + size > scene.clock ? window : { start: scene.clock, count: 0 };
  open.count++;
  throttles.set(key, open);
  const raw = {
    key: controls.throttleKey,
    value,
    count: open.count,
    threshold: controls.threshold,
    windowEnds: new Date(open.start + size).toISOString(),
  };
  if (open.count <= controls.threshold) {
    tell(scene, 'Step completed', { raw });
    return { status: 'completed' };
  }
  tell(scene, 'Throttle limit exceeded for the given window', { raw });
  return { status: 'skipped', stop: 'throttled' };
}

/** The longest delay that the service allows. */
const LONGEST_DELAY = 180 * 86_400_000;

export function startDelay(scene: Scene, nextTime: (cron: string, from: Date) => Date): Ending {
  const controls = scene.step.row.control_values as { type: string; amount: number; unit: string; cron: string };
  if (controls.type === 'regular' && milliseconds(controls) > LONGEST_DELAY) {
    tell(scene, 'Defer duration limit exceeded', {
      status: 'Failed',
      source: 'Payload',
      raw: { requested: `${controls.amount} ${controls.unit}`, limit: '180 days' },
    });
    return { status: 'failed', stop: 'canceled' };
  }
  const until =
    controls.type === 'timed'
      ? nextTime(controls.cron, new Date(scene.clock))
      : new Date(scene.clock + milliseconds(controls));
  scene.job.digest =
    controls.type === 'timed'
      ? { type: 'timed', timed: { cronExpression: controls.cron, untilDate: until.toISOString() } }
      : { type: 'regular', amount: controls.amount, unit: controls.unit, timed: { untilDate: until.toISOString() } };
  scene.job.due_at = until;
  tell(scene, 'Step delayed', { status: 'Pending', raw: { until: until.toISOString() } });
  return { status: 'delayed', waitUntil: until };
}

/** Makes `output` available to templates and rules of later steps. */
export function keep(scene: Scene, output: JsonObject): void {
  scene.run.scope.steps[scene.step.row.step_id] = output;
}

/** Whether the skip rule of an action step skips it. */
export function skipsAction(scene: Scene): boolean {
  const rule = scene.step.row.control_values.skip as Json | undefined;
  return rule !== undefined && holds(rule as JsonObject, scene.run.scope);
}
