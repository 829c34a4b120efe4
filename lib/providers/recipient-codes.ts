/**
 * Codes with which providers refuse the recipient's address: enhanced status codes of mail (RFC 3463, 3.2), and Twilio's for a
 * number that is none, cannot be reached or takes no text messages.
 */
const RECIPIENT_CODES = /^(5\.1\.[1236]|5\.1\.10|5\.2\.1|21211|21214|21217|21610|21612|21614)$/;

/** Whether a provider's code concerns the recipient's address, and not the content or the integration. */
export function isOfRecipient(providerCode: string | undefined): boolean {
  return providerCode !== undefined && RECIPIENT_CODES.test(providerCode);
}
