/** Reasons for addresses that accept no messages, temporarily or permanently, although the provider works. */
import { counted } from '#lib/text/counted.ts';
import { lowerFirst } from '#lib/text/lower-first.ts';
import { durationText } from '#lib/time/time.ts';
import { type Answering, lastResponseText, refusalText } from './answering.ts';
import { define, type Words } from './definition.ts';
import { addressName, subscriberAddress } from './links.ts';

interface Refused extends Answering {
  address?: string | undefined;
  providerCode?: string | undefined;
  words?: string | undefined;
}

/** "The mailbox of j•••@example.com is full: Custom SMTP said “452 4.2.2 Mailbox full”" */
function mailboxRefusal({ words, ...refused }: Refused, about: Words): string {
  return `${mailboxText(refused, about)}${lastResponseText(words, refused)}`;
}

/** Reads the enhanced status code (RFC 3463): x.2.2 is a full mailbox, x.7.x a policy such as greylisting. */
function mailboxText({ address, providerCode = '' }: Refused, about: Words): string {
  const whose = address === undefined ? 'the recipient' : about.address(address);
  if (/^\d\.2\.2$/.test(providerCode)) return `The mailbox of ${whose} is full`;
  if (/^\d\.7\./.test(providerCode)) return `The mail server of ${whose} does not accept the email yet`;
  return `The mailbox of ${whose} accepts no mail for now`;
}

export const MAILBOX_REASONS = {
  address_refused: define({
    layer: 'subscriber',
    needs: ['provider', 'attempt', 'providerCode'],
    may: ['words', 'problem', 'status', 'address', 'answeredBy'],
    summary: refusalText,
    fix: {
      text: (_, { channel }) => `Check the ${addressName(channel)}, correct it if it is wrong, then retry.`,
      to: subscriberAddress('Correct'),
      permission: 'subscribers:write',
      action: 'retry',
    },
    detail: 'Unexpected provider error',
    status: 'Failed',
    outcome: 'failed',
  }),
  mailbox_waiting: define({
    layer: 'subscriber',
    needs: ['provider'],
    may: ['until', 'attempt', 'words', 'problem', 'status', 'providerCode', 'address', 'answeredBy'],
    summary: (evidence, about) => mailboxRefusal(evidence, about),
    predicate: ({ until, attempt, ...refused }, about) => {
      const time = until === undefined ? '' : ` until ${about.time(until)}`;
      const attempts = attempt === undefined ? '' : `, attempt ${attempt}`;
      return `waits${time}: ${lowerFirst(mailboxRefusal(refused, about))}${attempts}`;
    },
    fix: {
      text: 'Belfry retries automatically for about a day. If the address is wrong, correct it; if it is right, ask the recipient to make room.',
      to: subscriberAddress('Open'),
      permission: 'subscribers:write',
      action: 'retry',
    },
    detail: 'Unexpected provider error',
    status: 'Warning',
    outcome: 'waiting',
  }),
  mailbox_exhausted: define({
    layer: 'subscriber',
    needs: ['provider', 'attempts', 'span'],
    may: ['words', 'problem', 'status', 'providerCode', 'address', 'answeredBy'],
    summary: ({ attempts, span, ...refused }, about) =>
      `Gave up after ${counted(attempts, 'attempt')} over ${durationText(span)}: ${lowerFirst(mailboxRefusal(refused, about))}`,
    why: ({ attempts, span: _, ...refused }, about) =>
      `${lowerFirst(mailboxRefusal(refused, about))}, ${counted(attempts, 'attempt')}`,
    fix: {
      text: (_, { channel }) =>
        `Check the ${addressName(channel)} and correct it if it is wrong, or ask the recipient to make room. Then retry.`,
      to: subscriberAddress('Open'),
      permission: 'subscribers:write',
      action: 'retry',
    },
    detail: 'Unexpected provider error',
    status: 'Failed',
    outcome: 'failed',
  }),
} as const;
