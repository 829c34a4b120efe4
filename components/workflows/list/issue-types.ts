import type { StepContentIssue, StepIntegrationIssue } from '#lib/steps/issues.ts';

type IssueType = StepContentIssue['issueType'] | StepIntegrationIssue['issueType'];

/** What people call the kinds of issues, in the order in which they are offered. */
export const issueTypes = {
  MISSING_VALUE: { word: 'Missing value' },
  ILLEGAL_VARIABLE_IN_CONTROL_VALUE: { word: 'Unknown variable or broken template' },
  INVALID_FILTER_ARG_IN_VARIABLE: { word: 'Wrong filter argument' },
  INVALID_URL: { word: 'Invalid URL' },
  TIER_LIMIT_EXCEEDED: { word: 'Over a limit' },
  MISSING_INTEGRATION: { word: 'Missing integration' },
  INBOX_NOT_CONNECTED: { word: 'Inbox not connected' },
} as const satisfies Record<IssueType, { word: string }>;

export const issueTypeOptions = Object.entries(issueTypes).map(([value, { word }]) => ({ value, label: word }));
