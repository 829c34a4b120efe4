/** What a step's file may use to turn rendered controls into the output. */

/** The parts of a text sent as SMS. */
export interface SmsSegments {
  count: number;
  encoding: 'GSM-7' | 'UCS-2';
  /** How many characters the encoding counts. */
  characters: number;
  /** How many characters still fit into the last segment. */
  remaining: number;
}

export interface RenderTools {
  /** The plain-text version of HTML. */
  plainText(html: string): string;
  smsSegments(text: string): SmsSegments;
  /** The time after a duration, as a timestamp. Undefined when the duration is invalid. */
  after(amount: unknown, unit: unknown): string | undefined;
  /** The next time of a cron expression in the subscriber's time zone. Undefined when there is none. */
  nextTime(cron: unknown): { at: string; timezone: string } | undefined;
  /** The value that a key such as `payload.orderId`, `orderId` or `{{ payload.orderId }}` names. */
  valueAt(key: unknown): unknown;
}
