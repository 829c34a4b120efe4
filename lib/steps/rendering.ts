/** What a step's file may use to turn rendered controls into what goes out. */

/** How a text goes out as SMS. */
export interface SmsSegments {
  count: number;
  encoding: 'GSM-7' | 'UCS-2';
  /** Characters as the encoding counts them. */
  characters: number;
  /** Characters that still fit into the last segment. */
  remaining: number;
}

export interface RenderTools {
  /** HTML as the plain text that goes beside it. */
  plainText(html: string): string;
  smsSegments(text: string): SmsSegments;
  /** The time after a span, as a timestamp; undefined when the span is none. */
  after(amount: unknown, unit: unknown): string | undefined;
  /** The next time of a cron expression in the subscriber's time zone; undefined when there is none. */
  nextTime(cron: unknown): { at: string; timezone: string } | undefined;
  /** The value of the event that a key such as `payload.orderId`, `orderId` or `{{ payload.orderId }}` names. */
  valueAt(key: unknown): unknown;
}
