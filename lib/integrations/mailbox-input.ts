/**
 * The settings of a bounce mailbox in request bodies. Each setting is a separate configuration, so that each secret is
 * sealed separately.
 */
import { z } from 'zod';
import { JsonObject } from '#lib/api/text.ts';
import { isStorableText } from '#lib/postgres/storable.ts';
import { isHost, isPort } from '#lib/providers/http/host-and-port.ts';
import { MAILBOX_ENCRYPTIONS } from '#lib/providers/mailbox-encryption.ts';
import { isEmail } from '#lib/subscribers/formats.ts';

const MAX_TEXT = 255;

/** A text of one line, because a line break would end an IMAP command. */
const oneLine = (text: z.ZodString) =>
  text.refine((value) => isStorableText(value) && !/[\r\n]/.test(value), 'must be one line of text');

const Line = oneLine(z.string().trim().max(MAX_TEXT, `must be at most ${MAX_TEXT} characters`));

/** An empty text removes the setting. */
export const MailboxInput = {
  mailboxHost: Line.refine(
    (text) => text === '' || isHost(text),
    'must be a host name or an IP address, such as imap.example.com, without brackets, port or path',
  ).optional(),
  mailboxPort: Line.refine(
    (text) => text === '' || (/^\d+$/.test(text) && isPort(Number(text))),
    'must be a whole number from 1 to 65535',
  ).optional(),
  mailboxEncryption: z
    .enum(MAILBOX_ENCRYPTIONS, { error: `must be one of ${MAILBOX_ENCRYPTIONS.join(', ')}` })
    .optional(),
  mailboxTlsOptions: JsonObject.optional(),
  mailboxUser: Line.optional(),
  mailboxPassword: oneLine(z.string().max(10_000, 'must be at most 10,000 characters')).optional(),
  mailboxFolder: Line.optional(),
  mailboxReadFolder: Line.optional(),
  mailboxUnsubscribeAddress: Line.refine(
    (text) => text === '' || isEmail(text),
    'must be an email address without a name, such as unsubscribe@example.com',
  ).optional(),
};

export type MailboxInput = z.infer<z.ZodObject<typeof MailboxInput>>;
