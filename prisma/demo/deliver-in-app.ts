import { gate } from './gates.ts';
import { render } from './render.ts';
import type { JsonObject, MessageRow } from './rows.ts';
import { createMessage, type Ending, type Scene, selectIntegration, sent, tell, touch } from './scene.ts';

const MINUTE = 60_000;
/** The feed of reminders and requests, separate from orders. */
const SIDE_FEED = '5f0a9c3e7b21d4f86a0e9d17';

interface Action {
  label: string;
  redirect: { url: string };
}

export function deliverInApp(scene: Scene): Ending {
  const kept = gate(scene, 'in_app');
  if (kept) return kept;
  const { run, step, world } = scene;
  const controls = step.row.control_values as JsonObject & {
    subject: string;
    body: string;
    redirect?: { url: string };
    primaryAction?: Action;
    secondaryAction?: Action;
  };
  selectIntegration(scene, world.integrations.shopInbox);
  const message = createMessage(scene, 'in_app', {
    subject: render(controls.subject, run.scope),
    content: render(controls.body, run.scope),
    feed_id: run.workflow.row.identifier === 'review-request' ? SIDE_FEED : null,
    cta: callToAction(run.scope, controls),
  });
  sent(scene, message, { stored: true });
  message.delivered_at = [new Date(message.created_at)];
  answerInInbox(scene, message);
  return { status: 'completed' };
}

function callToAction(
  scope: JsonObject,
  {
    redirect,
    primaryAction,
    secondaryAction,
  }: { redirect?: { url: string }; primaryAction?: Action; secondaryAction?: Action },
): JsonObject {
  const url = redirect?.url ?? primaryAction?.redirect.url;
  const buttons = [
    ...(primaryAction ? [{ type: 'primary', content: primaryAction.label, resultContent: 'Thank you' }] : []),
    ...(secondaryAction ? [{ type: 'secondary', content: secondaryAction.label }] : []),
  ];
  if (!url && buttons.length === 0) return {};
  return {
    type: 'redirect',
    data: url ? { url: render(url, scope) } : {},
    ...(buttons.length > 0 && { action: { status: 'pending', buttons } }),
  };
}

/** What the subscriber does with it: ignore it, see it, read it, press a button, or snooze it until tomorrow. */
function answerInInbox(scene: Scene, message: MessageRow): void {
  const { random, now } = scene.world;
  const seenAt = scene.clock + Math.floor(random.next() ** 3 * 2600) * MINUTE + random.int(2000, MINUTE);
  if (random.chance(0.28) || seenAt > now.getTime()) return;
  message.seen = true;
  message.last_seen_at = new Date(seenAt);
  touch(message, seenAt);
  if (random.chance(0.3))
    tell(scene, 'Message seen', {
      status: 'ReadConfirmation',
      source: 'Webhook',
      message,
      after: seenAt - scene.clock,
    });
  const readAt = seenAt + random.int(900, 40_000);
  if (random.chance(0.3) || readAt > now.getTime()) return;
  if (random.chance(0.04)) {
    snooze(scene, message, readAt);
    return;
  }
  message.read = true;
  message.last_read_at = new Date(readAt);
  touch(message, readAt);
  if (random.chance(0.4))
    tell(scene, 'Message read', {
      status: 'ReadConfirmation',
      source: 'Webhook',
      message,
      after: Math.max(1, readAt - scene.clock),
    });
  const action = message.cta.action as JsonObject | undefined;
  if (action && random.chance(0.35)) {
    const secondary = (action.buttons as unknown[]).length > 1 && random.chance(0.35);
    action.status = 'done';
    action.result = {
      type: secondary ? 'secondary' : 'primary',
      payload: { pressedAt: new Date(readAt).toISOString() },
    };
  }
}

/** It returns later, as a second delivery if that was before now. */
function snooze(scene: Scene, message: MessageRow, at: number): void {
  const until = at + scene.world.random.pick([60, 240, 1440, 4320]) * MINUTE;
  tell(scene, 'Message snoozed', {
    message,
    raw: { until: new Date(until).toISOString() },
    after: Math.max(1, at - scene.clock),
  });
  touch(message, at);
  message.seen = true;
  if (until > scene.world.now.getTime()) {
    message.snoozed_until = new Date(until);
    return;
  }
  tell(scene, 'Message unsnoozed', { message, after: until - scene.clock });
  message.delivered_at.push(new Date(until));
  touch(message, until);
}
