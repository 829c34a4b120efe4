import {
  isCritical,
  mergePreferences,
  type SubscriberPreference,
  type WorkflowPreferences,
} from '#lib/preferences/merge.ts';
import { localTime } from './rhythm.ts';
import type { Channel, Json, JsonObject, PreferenceRow } from './rows.ts';
import { type Ending, type Run, type Scene, skipped, tell } from './scene.ts';

/** The checks that can keep a channel step from running, in their order. */
export function gate(scene: Scene, channel: Channel): Ending | undefined {
  return conditionNotMet(scene) ?? outsideSchedule(scene, channel) ?? preferenceOff(scene, channel);
}

function conditionNotMet(scene: Scene): Ending | undefined {
  const { step, run } = scene;
  const rule = step.row.control_values.skip as JsonObject | undefined;
  if (rule && holds(rule, run.scope)) {
    return skipped(scene, 'Step was skipped based on steps conditions', { raw: { skip: rule, result: true } });
  }
  if (step.row.filters.length > 0)
    tell(scene, 'Step conditions matched', { raw: { filters: step.row.filters.length, passed: true } });
  if (step.row.variants.length > 0 && run.person.row.data?.plan === 'plus') {
    tell(scene, 'Variant was chosen by the provided condition criteria', {
      raw: { variant: 'Plus members', field: 'subscriber.data.plan', value: 'plus' },
    });
  }
  return undefined;
}

function outsideSchedule(scene: Scene, channel: Channel): Ending | undefined {
  const { person, workflow } = scene.run;
  const schedule = current(scene, (preference) => preference.schedule !== null)?.schedule;
  if (
    !schedule ||
    channel === 'in_app' ||
    workflow.row.default_preferences.all === undefined ||
    isCritical(layers(scene.run))
  )
    return undefined;
  const { weekday, minute } = localTime(new Date(scene.clock), person.row.timezone);
  if (weekday >= 1 && weekday <= 5 && minute >= 9 * 60 && minute < 18 * 60) return undefined;
  return skipped(scene, "The step was skipped as it fell outside the subscriber's schedule", {
    raw: {
      timezone: person.row.timezone ?? 'UTC',
      localMinute: minute,
      weekday,
      schedule: 'Monday to Friday, 09:00 to 18:00',
    },
  });
}

function preferenceOff(scene: Scene, channel: Channel): Ending | undefined {
  const { run } = scene;
  const own = current(scene, (preference) => preference.workflow_id === run.workflow.row.id);
  const global = current(scene, (preference) => preference.workflow_id === null);
  const found = layers(run, global, own);
  if (isCritical(found)) return undefined;
  if (own?.condition && !holds(own.condition, run.scope)) {
    return skipped(scene, 'Step filtered by subscriber workflow preferences', {
      raw: { condition: own.condition, result: false },
    });
  }
  if (mergePreferences(found, [channel]).channels[channel]) return undefined;
  const decidedBy = (layer: PreferenceRow | undefined) => layer && (layer.channels[channel] ?? layer.enabled) === false;
  const detail = decidedBy(own)
    ? 'Step filtered by subscriber workflow preferences'
    : decidedBy(global)
      ? 'Step filtered by subscriber global preferences'
      : 'Step filtered by workflow preferences';
  return skipped(scene, detail, { raw: { channel, enabled: false, preferenceId: (own ?? global)?.id } });
}

/** A preference that applies at the scene's time, in the run's context or without one. */
function current(scene: Scene, matches: (preference: PreferenceRow) => boolean): PreferenceRow | undefined {
  const context = scene.run.trigger.contextKeys.join();
  return scene.run.person.preferences.find(
    (preference) =>
      matches(preference) &&
      preference.created_at.getTime() <= scene.clock &&
      (preference.context_keys.length === 0 || preference.context_keys.join() === context),
  );
}

function layers(run: Run, global?: PreferenceRow, own?: PreferenceRow) {
  const layer = (preference?: PreferenceRow): SubscriberPreference | undefined =>
    preference && { enabled: preference.enabled, channels: preference.channels };
  return {
    workflowDefault: run.workflow.row.default_preferences as WorkflowPreferences,
    workflowUser: run.workflow.row.user_preferences as WorkflowPreferences | null,
    subscriberGlobal: layer(global),
    subscriberWorkflow: own?.condition ? undefined : layer(own),
  };
}

/** The four JSON Logic operators that the demo's rules use. */
export function holds(rule: JsonObject, scope: JsonObject): boolean {
  const [operator = '', operands] = Object.entries(rule)[0] ?? [];
  const [left, right] = (operands as Json[]).map((operand) =>
    operand !== null && typeof operand === 'object' && 'var' in operand ? at(scope, String(operand.var)) : operand,
  );
  if (operator === '==') return left === right;
  if (operator === '>=') return Number(left) >= Number(right);
  if (operator === '<') return Number(left) < Number(right);
  throw new Error(`The demo knows no operator "${operator}"`);
}

function at(scope: JsonObject, path: string): Json | undefined {
  return path
    .split('.')
    .reduce<Json | undefined>((value, key) => (value as JsonObject | undefined | null)?.[key], scope);
}
