/**
 * Reads comparisons as JSON from standard input, sends their messages through the vendors' libraries to a local server,
 * and writes the requests that arrived to standard output, as JSON by the name of the comparison.
 */
import { text } from 'node:stream/consumers';
import { CHAT } from './chat.mjs';
import { EMAIL } from './email.mjs';
import { received, startLocalVendor } from './local-vendor.mjs';
import { PUSH } from './push.mjs';
import { SMS } from './sms.mjs';

const ALL = { ...EMAIL, ...SMS, ...PUSH, ...CHAT };
/** Some libraries reject the local server's response and wait. The request has already arrived by then. */
const TIMEOUT_MS = 4_000;

const comparisons = JSON.parse(await text(process.stdin));
await startLocalVendor();
// Libraries print warnings about responses that no real vendor sends.
console.log = console.warn = console.error = () => {};
process.on('unhandledRejection', () => {});
const arrived = {};
for (const [name, given] of Object.entries(comparisons)) {
  received.length = 0;
  const sent = Promise.resolve().then(() => ALL[name](given));
  const failure = await Promise.race([
    sent.then(
      () => undefined,
      (error) => String(error?.stack ?? error),
    ),
    new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS)),
  ]);
  const request = received.findLast(({ path }) => path !== '/token');
  arrived[name] = request ?? { failure: failure ?? 'Nothing arrived' };
}
process.stdout.write(JSON.stringify(arrived), () => process.exit(0));
