import { isObject, valueAt } from '#lib/json/values.ts';
import { textAt } from '#lib/providers/credential.ts';
import type { HttpAnswer, ReadFate } from '#lib/providers/http/http.ts';
import { isSuccess } from '#lib/providers/http/http-answer.ts';
import { type EventMeaning, entryOf, picked, shown } from './event-source.ts';
import type { AcceptedMessage } from './fate.ts';

interface ReceiptError extends EventMeaning {
  words: string;
}

/**
 * The meanings of errors: https://docs.expo.dev/push-notifications/sending-notifications/#push-receipt-errors. Other
 * errors may be temporary, so they are not listed.
 */
const ERRORS: Record<string, ReceiptError> = {
  DeviceNotRegistered: { kind: 'bounced', bounce: 'hard', words: 'The device is no longer registered' },
  MessageTooBig: { kind: 'rejected', words: 'The message is too large' },
  MessageRateExceeded: { kind: 'bounced', bounce: 'soft', words: 'The device gets too many messages' },
  MismatchSenderId: { kind: 'rejected', words: 'The credentials of FCM belong to another sender' },
  InvalidCredentials: { kind: 'rejected', words: 'The push credentials of the app are not valid' },
};

const FAILED: EventMeaning = { kind: 'bounced', bounce: 'soft' };

/** Whether Expo returned no receipt: it does not exist yet, or it expired after about a day. */
export function lacksReceipt(answer: HttpAnswer, { providerMessageId }: AcceptedMessage): boolean {
  const receipts = isSuccess(answer) ? valueAt(answer.json, ['data']) : undefined;
  return isObject(receipts) && !Object.hasOwn(receipts, providerMessageId);
}

/**
 * Reads the receipt of a message. `ok` means that Apple or Google accepted the message. The device may not have
 * received it.
 */
export const readExpoFate: ReadFate = ({ json }, { message: { providerMessageId }, now }) => {
  const receipt = valueAt(json, ['data', providerMessageId]);
  const [status, code] = [textAt(receipt, 'status'), textAt(receipt, 'details', 'error')];
  if (status !== 'ok' && status !== 'error') return undefined;
  // Expo's error text is not stored, because it contains the token.
  const { words, ...error } = entryOf(ERRORS, code) ?? { ...FAILED, words: undefined };
  const event = {
    ...(status === 'ok' ? { kind: 'accepted' as const } : { ...error, words, code: shown(code) }),
    id: [providerMessageId, status].join(' '),
    at: now,
    isState: true as const,
    providerMessageId,
    raw: picked(receipt, ['status', 'details.error']),
  };
  return { state: status, events: [event], ...(code === 'DeviceNotRegistered' && { isDeviceGone: true }) };
};
