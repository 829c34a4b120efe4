/**
 * Codes of providers that refuse the recipient's address: enhanced mail status codes (RFC 3463, 3.2), and Twilio's codes for a
 * number that is invalid, unreachable or accepts no text messages.
 */
const RECIPIENT_CODES = /^(5\.1\.[1236]|5\.1\.10|5\.2\.[12]|21211|21214|21217|21610|21612|21614)$/;

/** Whether a provider's code concerns the recipient's address, not the content or the integration. */
export function isOfRecipient(providerCode: string | undefined): providerCode is string {
  return providerCode !== undefined && RECIPIENT_CODES.test(providerCode);
}
