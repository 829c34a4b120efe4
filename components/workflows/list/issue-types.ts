import type { StepContentIssue, StepIntegrationIssue } from '#lib/steps/issues.ts';

type IssueType = StepContentIssue['issueType'] | StepIntegrationIssue['issueType'];

/** Labels for the kinds of issues, in the order of display. Content problems are errors, others are warnings. */
export const issueTypes = {
  MISSING_VALUE: { label: 'Missing or wrong value', isError: true },
  ILLEGAL_VARIABLE_IN_CONTROL_VALUE: { label: 'Unknown variable or broken template', isError: true },
  INVALID_FILTER_ARG_IN_VARIABLE: { label: 'Wrong filter argument', isError: true },
  INVALID_URL: { label: 'Invalid URL', isError: true },
  TIER_LIMIT_EXCEEDED: { label: 'Over a limit', isError: true },
  MISSING_INTEGRATION: { label: 'Missing integration', isError: false },
  INBOX_NOT_CONNECTED: { label: 'Inbox not connected', isError: false },
} as const satisfies Record<IssueType, { label: string; isError: boolean }>;

export const allIssueTypes = Object.keys(issueTypes);
export const errorTypes = Object.entries(issueTypes).flatMap(([type, { isError }]) => (isError ? [type] : []));

/** The filter value in the URL for every kind of issue. */
export const ANY_ISSUE = 'any';

export const issueTypeOptions = [
  { value: ANY_ISSUE, label: 'Any' },
  ...Object.entries(issueTypes).map(([value, { label }]) => ({ value, label })),
];

/** Returns the kinds to request from the API. */
export function wantedIssues(chosen: readonly string[]): string[] {
  return chosen.includes(ANY_ISSUE) ? allIssueTypes : [...chosen];
}
