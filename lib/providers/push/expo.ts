import { bearer, textAt, textOf } from '#lib/providers/credential.ts';
import { optional, pushProvider } from '#lib/providers/definition.ts';
import { lacksReceipt, readExpoFate } from '#lib/providers/events/expo-events.ts';
import { codeKinds } from '#lib/providers/http/answer-kinds.ts';
import { type HttpAnswer, httpProvider, type Refusal } from '#lib/providers/http/http.ts';
import { fittingData } from '#lib/providers/push-data.ts';

export const provider = pushProvider({
  id: 'expo',
  displayName: 'Expo Push',
  color: '#000020',
  docsLink: 'https://docs.expo.dev/push-notifications/overview/',
  credentials: [
    optional('apiKey', 'Access Token', {
      description:
        'Only for projects with enhanced security for push notifications. Empty: messages are sent without a token.',
    }),
  ],
  ...httpProvider<'push'>({
    auth: (credentials) => {
      const token = textOf(credentials, 'apiKey');
      return { headers: token ? bearer(token) : {} };
    },
    // https://docs.expo.dev/push-notifications/sending-notifications/#message-request-format
    request: ({ id, token, title, content }) => ({
      url: `${ORIGIN}/--/api/v2/push/send`,
      headers: { accept: 'application/json' },
      json: {
        to: token,
        ...(title && { title }),
        body: content,
        // After a repeated attempt, the device replaces the first notification with the second: Android by `tag`, iOS
        // by the collapse ID.
        tag: id,
        collapseId: id,
      },
    }),
    finish: (given, message) => {
      const whole = (data: object) => ({ data, ...given.json });
      const { data, leftOut } = fittingData(message, { vendor: 'Expo', bytes: 4096, whole });
      return { ...given, json: { ...(data && { data }), ...given.json }, leftOut };
    },
    // The status is 200 even for a ticket with an error.
    accepted: ({ status, json }) => status === 200 && ticketAt(json, 'status') === 'ok',
    messageId: ({ json }) => ticketAt(json, 'id'),
    refusal,
    fate: {
      // https://docs.expo.dev/push-notifications/sending-notifications/#check-push-receipts-for-errors
      request: ({ providerMessageId }) => ({
        url: `${ORIGIN}/--/api/v2/push/getReceipts`,
        headers: { accept: 'application/json' },
        json: { ids: [providerMessageId] },
      }),
      isUnknown: lacksReceipt,
      read: readExpoFate,
    },
  }),
});

const ORIGIN = 'https://exp.host';

/** Reads the ticket of the message. The API may return it in a list of one. */
function ticketAt(json: unknown, ...path: string[]): string | undefined {
  return textAt(json, 'data', ...path) ?? textAt(json, 'data', 0, ...path);
}

const kindOf = codeKinds({
  token_gone: 'DeviceNotRegistered',
  rate_limited: 'MessageRateExceeded',
  auth: 'InvalidCredentials MismatchSenderId',
  unavailable: 'ExpoError ProviderError',
});

/**
 * Reads the error from a response: https://docs.expo.dev/push-notifications/sending-notifications/#push-ticket-errors
 */
function refusal({ status, json }: HttpAnswer): Refusal {
  const code = ticketAt(json, 'details', 'error') ?? textAt(json, 'errors', 0, 'code');
  const words = ticketAt(json, 'message') ?? textAt(json, 'errors', 0, 'message');
  return { words, code, ...(status === 200 && { kind: kindOf(code) }) };
}
