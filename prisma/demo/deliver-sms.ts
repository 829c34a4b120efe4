import { ANSWERS, SMS_ERRORS } from './answers.ts';
import { gate } from './gates.ts';
import { render } from './render.ts';
import { during } from './rhythm.ts';
import type { Json, MessageRow } from './rows.ts';
import {
  createMessage,
  type Ending,
  failMessage,
  happened,
  type Scene,
  selectIntegration,
  sent,
  tell,
} from './scene.ts';

const ERROR_ID = 'unexpected_sms_error';

export function deliverSms(scene: Scene): Ending {
  const { run, world, step } = scene;
  const kept = gate(scene, 'sms');
  if (kept) return kept;
  const german = ['de_DE', 'de_AT', 'de_CH'].includes(run.person.row.locale ?? '');
  selectIntegration(scene, german ? world.integrations.messagebird : world.integrations.twilio);
  const content = render(String(step.row.control_values.body), run.scope);
  const to = run.person.row.phone;
  if (!to) return missingPhone(scene, content);
  const message = createMessage(scene, 'sms', { phone: to, content });
  if (!german && during('sms-rate-limit', scene.clock, world.now)) return limited(scene, message, to);
  switch (run.person.handset) {
    case 'invalid':
      return rejected(scene, message, german ? SMS_ERRORS.noRecipients : SMS_ERRORS.invalidNumber(to));
    case 'stopped':
      return rejected(scene, message, german ? SMS_ERRORS.noRecipients : SMS_ERRORS.stopped());
    case 'unreachable':
      return undelivered(scene, message, to);
    default:
      return delivered(scene, message, to);
  }
}

function delivered(scene: Scene, message: MessageRow, to: string, retry = false): Ending {
  const { random } = scene.world;
  sent(scene, message, accepted(scene, to), retry);
  const after = random.int(900, 14_000);
  if (happened(scene, after)) message.delivered_at = [new Date(scene.clock + after)];
  if (random.chance(0.35)) tell(scene, 'Message delivered', { source: 'Webhook', message, after });
  return { status: 'completed' };
}

/** The network reports that the phone is off or gone. */
function undelivered(scene: Scene, message: MessageRow, to: string): Ending {
  sent(scene, message, accepted(scene, to));
  const after = scene.world.random.int(20_000, 400_000);
  if (!happened(scene, after)) return { status: 'completed' };
  tell(scene, 'Message rejected', {
    status: 'Failed',
    source: 'Webhook',
    raw: SMS_ERRORS.unreachable(to),
    message,
    after,
  });
  failMessage(scene, message, ERROR_ID, '30003 Unreachable destination handset');
  return { status: 'failed' };
}

function limited(scene: Scene, message: MessageRow, to: string): Ending {
  tell(scene, 'Unexpected provider error', { status: 'Warning', raw: SMS_ERRORS.rateLimit, message, after: 180 });
  scene.job.attempts = 2;
  scene.clock += scene.world.random.int(4000, 20_000);
  if (scene.world.random.chance(0.75)) return delivered(scene, message, to, true);
  scene.job.attempts = 3;
  return rejected(scene, message, SMS_ERRORS.rateLimit, true);
}

function rejected(scene: Scene, message: MessageRow, answer: Json, retry = false): Ending {
  tell(scene, 'Unexpected provider error', { status: 'Failed', raw: answer, message, retry, after: 260 });
  const {
    code,
    message: text,
    errors,
  } = answer as { code?: number; message?: string; errors?: { code: number; description: string }[] };
  const [first] = errors ?? [];
  failMessage(scene, message, ERROR_ID, first ? `${first.code} ${first.description}` : `${code} ${text}`);
  return { status: 'failed' };
}

function missingPhone(scene: Scene, content: string): Ending {
  const message = createMessage(scene, 'sms', {
    content,
    status: 'warning',
    error_id: 'no_subscriber_phone',
    error_text: 'Subscriber missing phone number',
  });
  tell(scene, 'Subscriber missing phone number', { status: 'Warning', message });
  return { status: 'skipped' };
}

function accepted(scene: Scene, to: string): Json {
  const { random } = scene.world;
  return scene.job.provider_id === 'messagebird' ? ANSWERS.messagebird(random) : ANSWERS.twilio(random, to);
}
