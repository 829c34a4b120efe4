/** Checks how long controls make a step wait, and whether a schedule ever occurs. */

import type { Cron } from 'croner';
import { LRUCache } from 'lru-cache';
import type { JsonObject } from '#lib/json/values.ts';
import { valueAt } from '#lib/json/values.ts';
import type { StepType } from '#lib/steps/controls.ts';
import { cronOf, longestDays, MAX_CRON_LENGTH } from '#lib/time/duration.ts';
import { DAY_MS } from '#lib/time/durations.ts';
import { TIME_UNITS, type TimeUnit } from '#lib/time/time-unit.ts';
import type { IssueList } from './issue-list.ts';

/** The start of schedule checks. It is fixed, so that the same controls always have the same issues. */
const FROM = Date.UTC(2026, 0, 1);
/** The days in which every schedule repeats, except for 29 February. */
const YEAR_DAYS = 366;

/** Adds TIER_LIMIT_EXCEEDED for waits that are too long, and MISSING_VALUE for invalid schedules. */
export function addSpanIssues(
  definition: StepType,
  controls: JsonObject,
  maxSpanDays: number,
  issues: IssueList,
): void {
  const name = definition.label.toLowerCase();
  for (const span of definition.spans?.({ ...definition.draft, ...controls }) ?? []) {
    if ('cron' in span) addScheduleIssue(span.cron, valueAt(controls, span.cron), { name, maxSpanDays }, issues);
    else {
      const days = spanDays(valueAt(controls, span.amount), valueAt(controls, span.unit));
      if (days <= maxSpanDays) continue;
      const message = tooLong(
        name,
        maxSpanDays,
        `this one takes up to ${plural(days)}. Enter a smaller amount or unit.`,
      );
      for (const path of [span.amount, span.unit]) issues.add(path, exceeded(path, message));
    }
  }
}

interface Limit {
  name: string;
  maxSpanDays: number;
}

function addScheduleIssue(path: string, cron: unknown, { name, maxSpanDays }: Limit, issues: IssueList): void {
  if (typeof cron !== 'string' || cron === '') return;
  const schedule = schedules.memo(cron);
  if ('problem' in schedule) {
    issues.add(path, { issueType: 'MISSING_VALUE', variableName: path, message: schedule.problem });
  } else if (schedule.longestDays > maxSpanDays) {
    const rest = `this schedule pauses for ${plural(schedule.longestDays)}. Choose a schedule with more frequent times.`;
    issues.add(path, exceeded(path, tooLong(name, maxSpanDays, rest)));
  }
}

function exceeded(path: string, message: string) {
  return { issueType: 'TIER_LIMIT_EXCEEDED' as const, variableName: path, message };
}

function tooLong(name: string, maxSpanDays: number, rest: string): string {
  return `The longest ${name} allowed is ${plural(maxSpanDays)}; ${rest}`;
}

/** Returns the maximum days of a span. Months count with the most days that they can have. */
function spanDays(amount: unknown, unit: unknown): number {
  if (typeof amount !== 'number' || !TIME_UNITS.includes(unit as TimeUnit)) return 0;
  return longestDays(amount, unit as TimeUnit);
}

function plural(days: number): string {
  const count = Number.isInteger(days) ? days : Math.round(days * 10) / 10;
  return `${count} ${count === 1 ? 'day' : 'days'}`;
}

type Schedule = { problem: string } | { longestDays: number };

/** Results for cron expressions: the problem, or the longest pause. */
const schedules = new LRUCache<string, Schedule>({ max: 1_000, memoMethod: readSchedule });

function readSchedule(cron: string): Schedule {
  if (cron.length > MAX_CRON_LENGTH) {
    return {
      problem: `The schedule is longer than ${MAX_CRON_LENGTH} characters. Enter five fields such as 0 9 * * 1.`,
    };
  }
  if (isTime(cron)) return { problem: `\`${cron}\` is a single time. Enter a cron expression such as 0 9 * * 1.` };
  const job = cronOf(cron);
  if (job) return longestPause(job, cron);
  return {
    problem: `\`${cron}\` is not a cron expression. Enter five fields such as 0 9 * * 1: every Monday at 9:00.`,
  };
}

/**
 * Returns the longest pause of a schedule within a year, probed every five days. A pause that no probe hits is shorter
 * than five days.
 */
function longestPause(job: Cron, cron: string): Schedule {
  let longestMs = 0;
  for (let at = FROM; at < FROM + YEAR_DAYS * DAY_MS; at += PROBE_MS) {
    const next = job.nextRun(new Date(at));
    if (!next) return { problem: `\`${cron}\` never occurs. Check its day and month.` };
    const [before] = next.getTime() - at > DAY_MS / 2 ? job.previousRuns(1, next) : [new Date(at)];
    longestMs = Math.max(longestMs, next.getTime() - (before?.getTime() ?? at));
    at = Math.max(at, next.getTime() - PROBE_MS);
  }
  return { longestDays: longestMs / DAY_MS };
}

const PROBE_MS = 5 * DAY_MS;

function isTime(cron: string): boolean {
  return /^\d{4}-/.test(cron.trim());
}
