import { z } from 'zod';
import { boundedRecord } from '#lib/api/bounded-record.ts';
import { JsonObject } from '#lib/api/text.ts';
import { CHANNELS } from '#lib/providers/channel-names.ts';
import { isOneAddress } from '#lib/providers/mailbox.ts';
import { overrideProblems } from '#lib/providers/override-rules.ts';
import { isMailHeaderName } from '#lib/providers/smtp/mail-header-name.ts';
import { Severity } from '#lib/workflows/severity.ts';

const Text = z.string().nullish();
/** A text on one line, because a line break would begin another field of an email. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression looks for them
const Line = z.string().regex(/^[^\x00-\x1f\x7f]*$/, 'must not contain line breaks or other control characters');
/** `jane@example.com` or `Jane <jane@example.com>`. An empty text means no address. */
const Address = Line.refine((text) => text === '' || isOneAddress(text), 'must be one email address');
const MAX_ADDRESSES = 1_000;
const Addresses = z.union([Address, z.array(Address).max(MAX_ADDRESSES)]).nullish();

/** A header that no other override sets. Recipients and the parts of an email have separate fields. */
const HeaderName = z
  .string()
  .refine(isMailHeaderName, 'must be the name of a header that no other field of the email has, such as X-Order');

const MAX_HEADERS = 100;
const MAX_ATTACHMENTS = 1_000;
const MAX_PROVIDERS = 100;
/** Maximum steps with overrides. */
const MAX_STEPS = 1_000;

/** A Node buffer in JSON. Its bytes are checked in one pass, because there may be hundreds of thousands. */
const BufferJson = z.looseObject({
  type: z.literal('Buffer'),
  data: z.custom<number[]>(isBytes, 'must be a list of bytes'),
});

function isBytes(value: unknown): boolean {
  return Array.isArray(value) && value.every((byte) => Number.isInteger(byte) && byte >= 0 && byte <= 255);
}

const Attachment = z.looseObject({ file: z.union([z.string(), BufferJson]), name: Text, mime: Text, cid: Text });

const Channel = z.looseObject({ integrationIdentifier: Text });
const Email = Channel.extend({
  to: Addresses,
  cc: Addresses,
  bcc: Addresses,
  from: Address.nullish(),
  replyTo: Address.nullish(),
  senderName: Line.nullish(),
  subject: Text,
  html: Text,
  text: Text,
  headers: boundedRecord(HeaderName, z.string(), MAX_HEADERS).nullish(),
  attachments: z.array(Attachment).max(MAX_ATTACHMENTS).nullish(),
});
const Sms = Channel.extend({ to: Text, from: Text, content: Text });
const Push = Channel.extend({ data: JsonObject.nullish() });

/** The values by provider that are merged into the provider's request. */
const Providers = boundedRecord(z.string(), JsonObject, MAX_PROVIDERS)
  .superRefine((providers, ctx) => {
    for (const { path, message } of overrideProblems(providers)) ctx.addIssue({ code: 'custom', path, message });
  })
  .nullish();
const Step = z.looseObject({ providers: Providers, layoutId: Text });

/** The overrides that Belfry itself reads. All other overrides are for providers and stay unchanged. */
const Read = z.looseObject({
  ...Object.fromEntries(CHANNELS.map((channel) => [channel, Channel.nullish()])),
  email: Email.nullish(),
  sms: Sms.nullish(),
  push: Push.nullish(),
  providers: Providers,
  steps: boundedRecord(z.string(), Step, MAX_STEPS).nullish(),
  channels: z.looseObject({ email: z.looseObject({ layoutId: Text }).nullish() }).nullish(),
  layoutIdentifier: Text,
  severity: Severity.nullish(),
});

/** Maximum reported issues. A limit is needed, because each issue is copied. */
const MAX_ISSUES = 100;

/** The `overrides` of a trigger. They are checked, but not changed. */
export const Overrides = JsonObject.superRefine((overrides, ctx) => {
  const { error } = Read.safeParse(overrides);
  for (const issue of error?.issues.slice(0, MAX_ISSUES) ?? [])
    ctx.addIssue({ ...issue, input: undefined } as z.core.$ZodRawIssue);
});
