/** An SMTP server on loopback as a separate program: accepts every email and counts them. */
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

let mails = 0;

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  disableReverseLookup: true,
  onData(stream, _session, done) {
    stream.resume();
    stream.on('end', () => {
      mails++;
      done(null, 'taken');
    });
  },
});
server.on('error', () => undefined);
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.server.address() as AddressInfo).port }));
process.on('message', () => process.send?.({ mails }));
process.on('disconnect', () => process.exit());
