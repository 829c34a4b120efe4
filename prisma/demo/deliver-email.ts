import { ANSWERS, EMAIL_ERRORS } from './answers.ts';
import { gate } from './gates.ts';
import { render, renderBlocks } from './render.ts';
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
  touch,
} from './scene.ts';

const MINUTE = 60_000;
const ERROR_ID = 'mail_unexpected_error';

/** Addresses that a provider refuses after a first hard bounce, by subscriber. */
export type Suppressed = Set<string>;

export function deliverEmail(scene: Scene, suppressed: Suppressed): Ending {
  const { run, world, step } = scene;
  const kept = gate(scene, 'email');
  if (kept) return kept;
  const named = (run.trigger.overrides?.email as { integrationIdentifier?: string } | undefined)?.integrationIdentifier;
  selectIntegration(scene, named ? world.integrations.sendgrid : world.integrations.postmark);
  const to = run.person.row.email;
  if (!to) return missingAddress(scene);
  const { subject, body, editorType } = step.row.control_values as {
    subject: string;
    body: string;
    editorType: string;
  };
  if (!subject) return noContent(scene, to);
  const message = createMessage(scene, 'email', {
    email: to,
    subject: render(subject, run.scope),
    content: editorType === 'block' ? renderBlocks(body, run.scope) : render(body, run.scope),
  });
  if (during('email-outage', scene.clock, world.now)) return outage(scene, message, to);
  if (suppressed.has(run.person.row.id)) return rejected(scene, message, EMAIL_ERRORS.inactiveRecipient(to));
  const outcome = run.person.mailbox === 'fine' && world.random.chance(0.006) ? 'limited' : run.person.mailbox;
  switch (outcome) {
    case 'unknown':
      suppressed.add(run.person.row.id);
      return bounced(scene, message, to, 'Message bounced', EMAIL_ERRORS.unknownUser(to));
    case 'blocked':
      return bounced(scene, message, to, 'Message blocked', EMAIL_ERRORS.blocked(to));
    case 'full':
      return deferred(scene, message, to);
    case 'limited':
      return retried(scene, message, to, EMAIL_ERRORS.rateLimit);
    default:
      return delivered(scene, message, to);
  }
}

function delivered(scene: Scene, message: MessageRow, to: string): Ending {
  const { random } = scene.world;
  sent(scene, message, accepted(scene, to));
  const arrived = random.int(800, 9000);
  if (happened(scene, arrived)) message.delivered_at = [new Date(scene.clock + arrived)];
  if (random.chance(0.42)) tell(scene, 'Message delivered', { source: 'Webhook', message, after: arrived });
  if (scene.run.person.mailbox === 'complains') {
    tell(scene, 'Message complaint', {
      status: 'Warning',
      source: 'Webhook',
      message,
      after: random.int(10, 300) * MINUTE,
      raw: { RecordType: 'SpamComplaint', Email: to },
    });
    if (scene.clock <= scene.world.now.getTime()) message.status = 'warning';
  } else if (random.chance(0.3)) {
    const after = Math.floor(random.next() ** 2 * 900) * MINUTE + 20_000;
    const read = happened(scene, after);
    tell(scene, 'Message read', { status: 'ReadConfirmation', source: 'Webhook', message, after });
    if (read) markRead(message, scene.clock);
    if (read && random.chance(0.25))
      tell(scene, 'Message clicked', { source: 'Webhook', message, after: random.int(2000, 60_000) });
  }
  return { status: 'completed' };
}

function markRead(message: MessageRow, time: number): void {
  message.seen = true;
  message.read = true;
  message.last_seen_at = new Date(time);
  message.last_read_at = new Date(time);
  touch(message, time);
}

/** Accepted at first, then returned by the receiving server. */
function bounced(scene: Scene, message: MessageRow, to: string, detail: string, report: Json): Ending {
  sent(scene, message, accepted(scene, to));
  const after = scene.world.random.int(2000, 40_000);
  if (!happened(scene, after)) return { status: 'completed' };
  tell(scene, detail, { status: 'Failed', source: 'Webhook', raw: report, message, after });
  failMessage(scene, message, ERROR_ID, String((report as { Details: string }).Details).replace('smtp;', ''));
  return { status: 'failed' };
}

/** The mailbox is full, and the provider retries for hours. */
function deferred(scene: Scene, message: MessageRow, to: string): Ending {
  const { random } = scene.world;
  sent(scene, message, accepted(scene, to));
  tell(scene, 'Message deferred', {
    status: 'Warning',
    source: 'Webhook',
    raw: EMAIL_ERRORS.mailboxFull(to),
    message,
    after: random.int(3000, 60_000),
  });
  if (happened(scene, 0)) message.status = 'warning';
  const later = random.int(2, 30) * 10 * MINUTE;
  if (random.chance(0.5) && happened(scene, later)) {
    tell(scene, 'Message delivered', { source: 'Webhook', message, after: later });
    message.status = 'sent';
    message.delivered_at = [new Date(scene.clock)];
  }
  touch(message, Math.min(scene.clock, scene.world.now.getTime()));
  return { status: 'completed' };
}

function retried(scene: Scene, message: MessageRow, to: string, error: Json): Ending {
  tell(scene, 'Unexpected provider error', { status: 'Warning', raw: error, message, after: 240 });
  scene.job.attempts = 2;
  scene.clock += 13_000;
  sent(scene, message, accepted(scene, to), true);
  if (happened(scene, 0)) message.delivered_at = [new Date(scene.clock)];
  return { status: 'completed' };
}

/** Some messages succeed at the second or third attempt, others fail. */
function outage(scene: Scene, message: MessageRow, to: string): Ending {
  if (scene.world.random.chance(0.6)) return retried(scene, message, to, EMAIL_ERRORS.outage);
  for (const attempt of [1, 2]) {
    tell(scene, 'Unexpected provider error', {
      status: 'Warning',
      raw: EMAIL_ERRORS.outage,
      message,
      retry: attempt > 1,
      after: attempt * 9000,
    });
  }
  scene.job.attempts = 3;
  return rejected(scene, message, EMAIL_ERRORS.outage, true);
}

function rejected(scene: Scene, message: MessageRow, answer: Json, retry = false): Ending {
  tell(scene, 'Unexpected provider error', { status: 'Failed', raw: answer, message, retry, after: 310 });
  const { Message, message: text } = answer as { Message?: string; message?: string };
  failMessage(scene, message, ERROR_ID, Message ?? text ?? 'The provider refused the message');
  return { status: 'failed' };
}

function missingAddress(scene: Scene): Ending {
  const message = createMessage(scene, 'email', {
    subject: render(String(scene.step.row.control_values.subject), scene.run.scope),
    status: 'warning',
    error_id: ERROR_ID,
    error_text: 'Subscriber missing email address',
  });
  tell(scene, 'Subscriber missing email address', { status: 'Warning', message });
  return { status: 'skipped' };
}

function noContent(scene: Scene, to: string): Ending {
  const text = 'The e-mail has no subject';
  const message = createMessage(scene, 'email', { email: to });
  tell(scene, 'Message content could not be generated', {
    status: 'Failed',
    source: 'Payload',
    raw: { message: text, control: 'subject' },
    message,
  });
  failMessage(scene, message, 'message_content_not_generated', text);
  return { status: 'failed' };
}

function accepted(scene: Scene, to: string): Json {
  const { random } = scene.world;
  return scene.job.provider_id === 'sendgrid'
    ? ANSWERS.sendgrid(random)
    : ANSWERS.postmark(random, to, new Date(scene.clock));
}
