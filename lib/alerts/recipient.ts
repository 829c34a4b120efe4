import { decrypt, decryptIfReadable, encrypt } from '#lib/crypto.ts';

/** The rule that owns a recipient. A stored recipient that is copied to another rule cannot be decrypted. */
interface RecipientOwner {
  environmentId: string;
  id: string;
}

/** Returns a recipient in its stored form. All recipients are encrypted, because a webhook URL grants access. */
export function sealRecipient(to: string, owner: RecipientOwner): string {
  return encrypt(to, recipientContext(owner));
}

/**
 * Decrypts a recipient.
 * @throws UnreadableError if the key that encrypted the recipient is not in the keyring.
 */
export function openRecipient(owner: RecipientOwner & { recipient: string }): string {
  return decrypt(owner.recipient, recipientContext(owner));
}

/** Returns the recipient for display to admins. Empty if it cannot be decrypted. */
export function readRecipient(owner: RecipientOwner & { recipient: string }): string {
  return decryptIfReadable(owner.recipient, recipientContext(owner)) ?? '';
}

/** Returns the recipient, but only the host of a URL, because the rest of a webhook URL grants access. */
export function shownRecipient(to: string): string {
  return URL.canParse(to) && /^https?:/i.test(to) ? `${new URL(to).host}/…` : to;
}

/** Binds an encrypted recipient to its rule. */
export function recipientContext({ environmentId, id }: RecipientOwner): string {
  return `alert_rules:${environmentId}:${id}:recipient`;
}
