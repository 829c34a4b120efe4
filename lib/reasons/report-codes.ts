/** The reports of providers that change the verdict about a sent message. Runs in the browser too. */
import { parseReason, type Reason, type ReasonCode } from './registry.ts';

/** Reports after which a message must not look like a plain success, the worst first. */
const REPORT_CODES = ['bounced', 'dropped', 'complained'] as const satisfies ReasonCode[];
export type ReportCode = (typeof REPORT_CODES)[number];

/** Returns the stored reason if it is such a report. */
export function reportOf(stored: unknown): Reason<ReportCode> | undefined {
  const reason = parseReason(stored);
  return REPORT_CODES.some((code) => code === reason?.code) ? (reason as Reason<ReportCode>) : undefined;
}

/** Returns the worst of several reports. */
export function worstReport(reports: readonly Reason<ReportCode>[]): Reason<ReportCode> | undefined {
  return REPORT_CODES.flatMap((code) => reports.find((report) => report.code === code) ?? [])[0];
}

interface Detail {
  source: string;
  _messageId?: string | undefined;
  reason?: unknown;
}

/** Returns the worst of the last reports about a step’s messages. `details` are its execution details, in order. */
export function reportOfStep(details: readonly Detail[]): Reason<ReportCode> | undefined {
  const reports = details.filter(({ source }) => source === 'Webhook');
  const last = new Map(reports.map(({ _messageId, reason }) => [_messageId, reason]));
  return worstReport([...last.values()].flatMap((reason) => reportOf(reason) ?? []));
}

/** The states of such messages, and of their steps and runs. */
export const REPORTED_STATES = {
  bounced: 'bounced',
  dropped: 'rejected',
  complained: 'complained',
} as const satisfies Record<ReportCode, string>;
export type ReportedState = (typeof REPORTED_STATES)[ReportCode];
