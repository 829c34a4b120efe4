/** The sender, reply address, copies and headers of an email, from the trigger, otherwise from the step. Pure. */
import type { JsonObject } from '#lib/json/values.ts';
import { comparable } from '#lib/providers/email-address.ts';
import type { EmailMessage, Mailbox } from '#lib/providers/message.ts';
import { stepHeaderProblem } from '#lib/providers/smtp/mail-header-name.ts';
import { type Reason, reasonFor } from '#lib/reasons/registry.ts';
import { isMailbox } from '#lib/subscribers/formats.ts';
import { objectOf } from './pairs.ts';
import { type Copies, overriddenText, type StepInput } from './run.ts';
import { singleLine } from './single-line.ts';

type Envelope = Pick<EmailMessage, 'from' | 'senderName' | 'replyTo' | 'headers'> & {
  copies: Copies;
  leftOut: Reason[];
};

/** Returns the envelope. Fields of the trigger replace fields of the step. */
export function envelopeOf(input: StepInput, recipients: readonly Mailbox[]): Envelope {
  const { output, overrides, mailboxes } = input;
  const [from] = mailboxes(overrides.from);
  // The first valid address is used.
  const [replyTo] = mailboxes([overrides.replyTo, output.replyTo, input.replyTo]);
  const senderName = overriddenText(overrides, 'senderName');
  const leftOut: Reason[] = [];
  const headers = { ...stepHeaders(output.headers, overrides.headers, leftOut), ...headersOf(overrides.headers) };
  return {
    ...(from && { from }),
    ...(senderName && { senderName: singleLine(senderName) }),
    ...(replyTo && { replyTo }),
    ...(Object.keys(headers).length > 0 && { headers }),
    copies: copiesOf(input, recipients, leftOut),
    leftOut,
  };
}

/** Returns the copies without the step's recipients, because each recipient gets a separate message. */
function copiesOf(input: StepInput, recipients: readonly Mailbox[], leftOut: Reason[]): Copies {
  const cc = distinct(mailboxesOf('cc', input, leftOut), recipients);
  return { cc, bcc: distinct(mailboxesOf('bcc', input, leftOut), [...recipients, ...cc]) };
}

/** A list of the trigger, even an empty one, replaces the list of the step. */
function mailboxesOf(control: 'cc' | 'bcc', input: StepInput, leftOut: Reason[]): Mailbox[] {
  const { overrides, output, mailboxes } = input;
  const given = overrides[control];
  if (Array.isArray(given) || (typeof given === 'string' && given !== '')) return mailboxes(given);
  const leave = (problem: string) => leftOut.push(reasonFor('part_left_out', { control, problem }));
  if (withheld(control, input)) {
    leave('The content is sensitive, and an address depends on the profile of a subscriber.');
    return [];
  }
  const texts = addressTexts(output[control]);
  return texts.flatMap((text, at) => {
    const found = isMailbox(text) ? mailboxes(text) : [];
    if (found.length === 0) leave(`Address ${at + 1} of ${texts.length} is not an email address.`);
    return found;
  });
}

function withheld(control: string, { controls, isWithheldFrom }: StepInput): boolean {
  const templates = controls[control];
  return isWithheldFrom !== undefined && Array.isArray(templates) && templates.map(String).some(isWithheldFrom);
}

/** Maximum addresses of one control after rendering. */
const MAX_ADDRESSES = 1_000;

/**
 * Returns the non-empty texts of a rendered list of addresses. A variable in the list may have been rendered as a list
 * itself.
 */
export function addressTexts(rendered: unknown): string[] {
  const texts = [rendered].flat(MAX_NESTING).slice(0, MAX_ADDRESSES).map(singleLine);
  return texts.filter((text) => text !== '');
}

const MAX_NESTING = 5;

/** Returns the rendered headers by name. Omits headers without a value. */
export function headerTexts(rendered: unknown): Record<string, string> {
  const entries = Object.entries(objectOf(rendered)).map(([name, text]) => [name.trim(), singleLine(text)] as const);
  return Object.fromEntries(entries.filter(([, text]) => text !== ''));
}

/** Returns the headers of the step that the trigger does not replace. */
function stepHeaders(rendered: unknown, overriding: unknown, leftOut: Reason[]): Record<string, string> {
  const given = new Set(Object.keys(headersOf(overriding)).map((name) => name.toLowerCase()));
  const entries = Object.entries(headersOf(rendered)).filter(([name]) => !given.has(name.toLowerCase()));
  return Object.fromEntries(
    entries.filter(([name]) => {
      const problem = stepHeaderProblem(name);
      if (problem !== undefined) leftOut.push(reasonFor('part_left_out', { control: 'headers', problem }));
      return problem === undefined;
    }),
  );
}

function headersOf(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {};
  const entries = Object.entries(value as JsonObject).filter(([, text]) => typeof text === 'string');
  return Object.fromEntries(entries.map(([name, text]) => [name, singleLine(text)]));
}

/** Returns each address once, without the addresses of `others`. */
export function distinct(mailboxes: readonly Mailbox[], others: readonly Mailbox[] = []): Mailbox[] {
  const seen = new Set(others.map(({ email }) => comparable(email)));
  return mailboxes.filter(({ email }) => !seen.has(comparable(email)) && seen.add(comparable(email)));
}
