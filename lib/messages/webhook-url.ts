/** Returns the encryption context of a message's webhook URL. */
export function directWebhookUrlContext(environmentId: string, messageId: string): string {
  return `${environmentId}:${messageId}:directWebhookUrl`;
}
