/**
 * Runs documented responses of vendors through Belfry's providers and prints every misread one:
 * `node bench/vendors/answers.ts`. Exits with 1 if there is one.
 */
import { createOutbound } from '#lib/outbound/outbound.ts';
import { findProvider } from '#lib/providers/catalogue/catalogue.ts';
import { deliver } from '#lib/providers/deliver.ts';
import type { ChannelMessage, DeliveryChannel } from '#lib/providers/message.ts';
import { ProviderError } from '#lib/providers/send.ts';
import { startVendor, type VendorServer } from '#testing/vendor-server.ts';
import { CHAT } from './answers/chat.ts';
import type { DocumentedAnswer, Meaning, VendorAnswers } from './answers/documented.ts';
import { EMAIL } from './answers/email.ts';
import { EMAIL_SUITES } from './answers/email-suites.ts';
import { PUSH } from './answers/push.ts';
import { SMS } from './answers/sms.ts';
import { credentialsOf } from './credentials.ts';
import { messageFor } from './messages.ts';

const NOW = new Date('2026-03-01T10:00:00Z');
const outbound = createOutbound({ allow: ['127.0.0.1'], timeoutMs: 10_000 });

interface Read {
  vendor: VendorAnswers;
  document: string;
  answer: DocumentedAnswer;
  as: Meaning;
  words: string;
}

async function readAs(vendor: VendorAnswers, server: VendorServer, answer: DocumentedAnswer) {
  const [, status, body, headers] = answer;
  server.behave(({ path }) =>
    path === '/token' ? { status: 200, body: { access_token: 't', expires_in: 3600 } } : { status, body, headers },
  );
  const fetch: typeof outbound.fetch = (url, request) => {
    const { pathname, search } = new URL(url);
    return outbound.fetch(`${server.origin}${pathname}${search}`, request);
  };
  const channel = findProvider(vendor.id)?.channel as DeliveryChannel;
  const target = vendor.target && { target: vendor.target(server.origin) };
  const message = { ...messageFor(channel), ...target } as ChannelMessage;
  const account = { providerId: vendor.id, sandbox: false, credentials: await credentialsOf(vendor.id) };
  try {
    await deliver(account, message, { outbound: { ...outbound, fetch }, now: () => NOW });
    return { as: 'sent' as const, words: '' };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return { as: error.kind, words: error.words };
  }
}

const all: Read[] = [];
const plain = await startVendor();
const http2 = await startVendor(undefined, { http2: true });
for (const vendor of [...EMAIL, ...EMAIL_SUITES, ...SMS, ...PUSH, ...CHAT]) {
  for (const [document, answers] of Object.entries(vendor.answers)) {
    for (const answer of answers) {
      all.push({ vendor, document, answer, ...(await readAs(vendor, vendor.http2 ? http2 : plain, answer)) });
    }
  }
}
await Promise.all([plain.stop(), http2.stop(), outbound.close()]);

const wrong = all.filter(({ answer: [means], as }) => as !== means);
for (const { vendor, document, answer, as, words } of wrong) {
  const [means, status, body] = answer;
  console.log(`${vendor.id} ${status} ${typeof body === 'string' ? body : JSON.stringify(body)}`);
  console.log(`  Expected: ${means}. Belfry reads: ${as} (“${words}”). Source: ${document}`);
}
const kinds = Object.entries(Object.groupBy(all, ({ answer: [means] }) => means));
console.log(kinds.map(([means, answers]) => `${means} ${answers?.length}`).join(' · '));
console.log(
  `${all.length} responses of ${new Set(all.map(({ vendor }) => vendor.id)).size} vendors, ${wrong.length} misread`,
);
process.exitCode = wrong.length > 0 ? 1 : 0;
