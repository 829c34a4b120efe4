/** Bird's present API: https://docs.bird.com/api */
import { valueAt } from '#lib/json/values.ts';
import type { Credentials } from '#lib/providers/http/http.ts';
import { textAt, textOf } from './credential.ts';

const ORIGIN = 'https://api.bird.com';

/** Whether an integration uses Bird's present API instead of MessageBird's former one. */
export function isBird(credentials: Credentials): boolean {
  return textOf(credentials, 'channelId') !== '';
}

export function birdWorkspace(credentials: Credentials): string {
  return `${ORIGIN}/workspaces/${encodeURIComponent(textOf(credentials, 'workspaceId'))}`;
}

export function birdChannel(credentials: Credentials): string {
  return `${birdWorkspace(credentials)}/channels/${encodeURIComponent(textOf(credentials, 'channelId'))}`;
}

/** Returns the text of an error, with the first invalid field if there is one. Undefined if there is no text. */
export function birdWords(json: unknown): string | undefined {
  const details = valueAt(json, ['details']);
  const [field] = details !== null && typeof details === 'object' ? Object.entries(details) : [];
  const reason = field && (textAt(field[1], 0) ?? textAt(field, 1));
  const words = [textAt(json, 'message'), reason && `${field?.[0]}: ${reason}`].filter(Boolean);
  return words.length > 0 ? words.join('. ') : undefined;
}
