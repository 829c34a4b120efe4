import { z } from 'zod';
import { JsonObject } from '#lib/api/text.ts';
import { CHANNELS } from '#lib/providers/channel-names.ts';

/** One line: a line break would begin another field of an e-mail. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression looks for them
const Line = z.string().regex(/^[^\x00-\x1f\x7f]*$/, 'must not contain line breaks or other control characters');
const Address = Line.regex(/@|^$/, 'must be an e-mail address');
const Addresses = z.union([Address, z.array(Address)]);

const Channel = z.looseObject({ integrationIdentifier: z.string().nullish() });
const Email = Channel.extend({
  to: Addresses.nullish(),
  cc: Addresses.nullish(),
  bcc: Addresses.nullish(),
  from: Line.nullish(),
  replyTo: Line.nullish(),
  senderName: Line.nullish(),
});

/** What Belfry itself reads of the overrides. The rest is for providers, and stays as it is. */
const Read = z.looseObject({
  ...Object.fromEntries(CHANNELS.map((channel) => [channel, Channel.nullish()])),
  email: Email.nullish(),
});

/** `overrides` of a trigger, unchanged. */
export const Overrides = JsonObject.superRefine((overrides, ctx) => {
  const { error } = Read.safeParse(overrides);
  for (const issue of error?.issues ?? []) ctx.addIssue({ ...issue, input: undefined } as z.core.$ZodRawIssue);
});
