import type { StepContentIssue, StepIntegrationIssue } from '#lib/steps/issues.ts';

type IssueType = StepContentIssue['issueType'] | StepIntegrationIssue['issueType'];

/** Labels for the kinds of issues, in the order of display. */
export const issueTypes = {
  MISSING_VALUE: { label: 'Missing value' },
  ILLEGAL_VARIABLE_IN_CONTROL_VALUE: { label: 'Unknown variable or broken template' },
  INVALID_FILTER_ARG_IN_VARIABLE: { label: 'Wrong filter argument' },
  INVALID_URL: { label: 'Invalid URL' },
  TIER_LIMIT_EXCEEDED: { label: 'Over a limit' },
  MISSING_INTEGRATION: { label: 'Missing integration' },
  INBOX_NOT_CONNECTED: { label: 'Inbox not connected' },
} as const satisfies Record<IssueType, { label: string }>;

/** Every kind of issue, in the address of a list. */
export const ANY_ISSUE = 'any';

export const issueTypeOptions = [
  { value: ANY_ISSUE, label: 'Any' },
  ...Object.entries(issueTypes).map(([value, { label }]) => ({ value, label })),
];

/** The kinds that the API is asked for. */
export function wantedIssues(chosen: readonly string[]): string[] {
  return chosen.includes(ANY_ISSUE) ? Object.keys(issueTypes) : [...chosen];
}
