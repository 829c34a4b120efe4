import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { documentedCommands, hasCurl, runCommand } from '#e2e/documented-commands.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { TriggerResult } from '#lib/events/schema.ts';
import { leastElapsedTime } from '#testing/processor-time.ts';

interface Mail {
  to: string[];
  text: string;
}

/** Starts an SMTP server on this machine. */
async function mailServer(): Promise<{ port: number; nextMail: () => Promise<Mail>; close: () => void }> {
  let received = Promise.withResolvers<Mail>();
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    disableReverseLookup: true,
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = envelope.rcptTo.map(({ address }) => address);
        received.resolve({ to, text: Buffer.concat(chunks).toString() });
        done();
      });
    },
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const nextMail = async () => {
    const mail = await received.promise;
    received = Promise.withResolvers<Mail>();
    return mail;
  };
  return { port: (server.server.address() as AddressInfo).port, nextMail, close: () => server.close() };
}

test('the first real email of docs/operations.md arrives in less than a second', async ({ tenant }) => {
  test.skip(!hasCurl, 'The documented commands need curl.');
  const server = await mailServer();
  const run = (command: string) => runCommand(command.replace('"1025"', `"${server.port}"`), tenant.apiKey);
  const [integration = '', workflow = '', trigger = ''] = documentedCommands('docs/operations.md', 'First real email');
  expect(integration).toContain('"1025"');
  await run(integration);
  await run(workflow);
  const send = async () => {
    expect(TriggerResult.parse(JSON.parse(await run(trigger)))).toMatchObject({ status: 'processed' });
    const mail = await server.nextMail();
    expect(mail.to).toEqual(['jane@example.com']);
    expect(mail.text).toContain('Subject: Hello Jane');
  };
  expect(await leastElapsedTime(1_000, send)).toBeLessThan(1_000);
  server.close();
});
