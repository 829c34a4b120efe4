import { CHAT_ERRORS } from './answers.ts';
import { gate } from './gates.ts';
import type { Chat } from './people.ts';
import { render } from './render.ts';
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

const ERROR_ID = 'unexpected_chat_error';

/** One message per chat account of the subscriber. One that arrives is enough. */
export function deliverChat(scene: Scene): Ending {
  const kept = gate(scene, 'chat');
  if (kept) return kept;
  const { chats } = scene.run.person;
  if (chats.length === 0) return skipped(scene, 'Subscriber does not have a configured channel', { status: 'Warning' });
  const results = chats.map((chat) => post(scene, chat));
  if (results.includes('sent')) {
    if (results.length > 1 && results.some((result) => result !== 'sent')) {
      tell(scene, 'Some chat channels skipped to send the message', { status: 'Warning' });
    }
    return { status: 'completed' };
  }
  if (!results.includes('failed')) return { status: 'skipped' };
  tell(scene, 'All chat channels failed to send the message', { status: 'Failed' });
  return { status: 'failed' };
}

function post(scene: Scene, chat: Chat): 'sent' | 'failed' | 'skipped' {
  const { run, step, world } = scene;
  const integration = Object.values(world.integrations).find(({ id }) => id === chat.channel.integration_id);
  if (!integration?.active) {
    tell(scene, 'Provider is missing or not configured', {
      status: 'Warning',
      source: 'Credentials',
      raw: { provider: chat.channel.provider_id, reason: `The integration "${integration?.name}" is not active` },
    });
    return 'skipped';
  }
  selectIntegration(scene, integration);
  const message = createMessage(scene, 'chat', { content: render(String(step.row.control_values.body), run.scope) });
  message.direct_webhook_url = world.seal.messageWebhook(message.id, chat.url);
  if (chat.goneSince && chat.goneSince.getTime() < scene.clock) {
    const answer = CHAT_ERRORS[integration.provider_id] ?? null;
    tell(scene, 'Unexpected provider error', {
      status: 'Failed',
      source: 'Credentials',
      raw: answer,
      message,
      after: 190,
    });
    failMessage(scene, message, ERROR_ID, String((answer as { message?: string } | null)?.message));
    return 'failed';
  }
  sent(scene, message, integration.provider_id === 'slack' ? 'ok' : { statusCode: 204 });
  if (happened(scene, 0)) message.delivered_at = [new Date(scene.clock)];
  return 'sent';
}
