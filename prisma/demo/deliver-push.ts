import { ANSWERS, PUSH_ERRORS } from './answers.ts';
import { gate } from './gates.ts';
import type { Device } from './people.ts';
import { render } from './render.ts';
import { during } from './rhythm.ts';
import type { IntegrationRow } from './rows.ts';
import {
  createMessage,
  type Ending,
  failMessage,
  happened,
  type Scene,
  selectIntegration,
  sent,
  skipped,
  tell,
} from './scene.ts';

const ERROR_ID = 'unexpected_push_error';

/** One message per device. One that arrives is enough. */
export function deliverPush(scene: Scene): Ending {
  const { run, world } = scene;
  const kept = gate(scene, 'push');
  if (kept) return kept;
  const { devices } = run.person;
  const [first] = devices;
  if (!first) return skipped(scene, 'Subscriber does not have a configured channel', { status: 'Warning' });
  const integration = first.channel.provider_id === 'expo' ? world.integrations.expo : world.integrations.fcm;
  const usable = devices.filter((device) => device.channel.device_tokens.includes(device.token));
  if (usable.length === 0) {
    return skipped(scene, 'Subscriber credentials is missing the tokens for sending a push notification message', {
      status: 'Warning',
      source: 'Credentials',
      raw: { integration: integration.identifier, deviceTokens: [] },
    });
  }
  selectIntegration(scene, integration);
  const results = usable.map((device) => pushTo(scene, device, integration));
  if (results.includes(true)) {
    if (results.includes(false)) tell(scene, 'Some push channels skipped to send the message', { status: 'Warning' });
    return { status: 'completed' };
  }
  return { status: 'failed' };
}

function pushTo(scene: Scene, device: Device, integration: IntegrationRow): boolean {
  const { run, step, world } = scene;
  const { subject, body } = step.row.control_values as { subject: string; body: string };
  const message = createMessage(scene, 'push', {
    title: render(subject, run.scope),
    content: render(body, run.scope),
    device_tokens: [device.token],
  });
  if (integration.provider_id === 'fcm' && during('push-key-expired', scene.clock, world.now)) {
    tell(scene, 'Unexpected provider error', {
      status: 'Failed',
      source: 'Credentials',
      raw: PUSH_ERRORS.expiredKey,
      message,
      after: 130,
    });
    failMessage(scene, message, ERROR_ID, '401 UNAUTHENTICATED: the access token has expired');
    return false;
  }
  if (device.goneSince && device.goneSince.getTime() < scene.clock) {
    forget(scene, device);
    tell(scene, 'Unexpected provider error', {
      status: 'Failed',
      raw: integration.provider_id === 'expo' ? PUSH_ERRORS.expoGone : PUSH_ERRORS.fcmGone,
      message,
      after: 140,
    });
    tell(scene, 'Invalid push device token was removed from subscriber', {
      status: 'Warning',
      source: 'Credentials',
      message,
      raw: { deviceToken: `${device.token.slice(0, 12)}…` },
    });
    failMessage(scene, message, ERROR_ID, 'The app is no longer installed on this device');
    return false;
  }
  sent(scene, message, integration.provider_id === 'expo' ? ANSWERS.expo(world.random) : ANSWERS.fcm(world.random));
  if (happened(scene, 700)) message.delivered_at = [new Date(scene.clock + 700)];
  return true;
}

/** Removes the token from the subscriber's credentials. */
function forget(scene: Scene, { channel, token }: Device): void {
  channel.device_tokens = channel.device_tokens.filter((other) => other !== token);
  channel.updated_at = new Date(scene.clock);
}
