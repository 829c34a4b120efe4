/** The tools with which a step's file converts rendered controls into the output. */

/** The parts of a text sent as SMS. */
export interface SmsSegments {
  count: number;
  encoding: 'GSM-7' | 'UCS-2';
  /** Length of the text as the encoding counts it. */
  characters: number;
  /** Characters that still fit into the last segment. */
  remaining: number;
}

export interface RenderTools {
  /** Returns the plain-text version of HTML. */
  plainText(html: string): string;
  smsSegments(text: string): SmsSegments;
  /** Returns the time after a duration, as a timestamp. Undefined if the duration is invalid. */
  after(amount: unknown, unit: unknown): string | undefined;
  /** Returns the next time of a cron expression in the subscriber's time zone. Undefined if there is none. */
  nextTime(cron: unknown): { at: string; timezone: string } | undefined;
  /** Returns the value that a key such as `payload.orderId`, `orderId` or `{{ payload.orderId }}` names. */
  valueAt(key: unknown): unknown;
}
