import { expect, test } from 'vitest';
import type { Target } from '#lib/engine/decision.ts';
import { sampleIntegration } from '#testing/run.ts';
import { mail, mailCredentials, sms } from '#testing/sample-messages.ts';
import { sendTarget } from './send.ts';

const now = () => new Date('2026-05-03T12:00:00.000Z');

/** Sends a message to the sandbox through an integration with these stored credentials. */
function sent(message: Target['message'], credentials: object) {
  const integration = sampleIntegration('email', { sandbox: true, sealedCredentials: JSON.stringify(credentials) });
  return sendTarget('environment', { messageId: 'm', integration, message } as unknown as Target, now);
}

test('a sandboxed email records the sender that it would have had', async () => {
  expect(await sent({ ...mail, from: undefined, senderName: undefined }, mailCredentials)).toMatchObject({
    type: 'accepted',
    sandbox: true,
    sentFrom: '"Shop, Inc." <shop@shop.example>',
  });
});

test('no sender is recorded without one, for other channels, and if the credentials cannot be decrypted', async () => {
  const plain = { ...mail, from: undefined, senderName: undefined };
  for (const result of [
    await sent(plain, {}),
    await sent(sms, mailCredentials),
    await sent(plain, { ...mailCredentials, apiKey: { $sealed: 'not readable' } }),
  ]) {
    expect(result).toMatchObject({ type: 'accepted', sandbox: true });
    expect(result).not.toHaveProperty('sentFrom');
  }
});
