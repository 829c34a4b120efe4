/** The issues of a step (spec 2.9, StepIssues). */
import { z } from 'zod';

export const CONTENT_ISSUE_TYPES = [
  'ILLEGAL_VARIABLE_IN_CONTROL_VALUE',
  'INVALID_FILTER_ARG_IN_VARIABLE',
  'INVALID_URL',
  'MISSING_VALUE',
  'TIER_LIMIT_EXCEEDED',
] as const;

export const INTEGRATION_ISSUE_TYPES = ['MISSING_INTEGRATION', 'INBOX_NOT_CONNECTED'] as const;

/** A position in the text of a control: line and column from 1, in UTF-16 units. */
export const IssuePosition = z.strictObject({
  line: z.int().min(1),
  column: z.int().min(1),
  length: z.int().min(0),
});
export type IssuePosition = z.infer<typeof IssuePosition>;

/** A name that is probably misspelled, and the name that was probably meant. */
export const IssueSuggestion = z.strictObject({ wrong: z.string(), right: z.string() });
export type IssueSuggestion = z.infer<typeof IssueSuggestion>;

export const StepContentIssue = z.strictObject({
  issueType: z.enum(CONTENT_ISSUE_TYPES),
  variableName: z.string().optional(),
  message: z.string(),
  position: IssuePosition.optional(),
  suggestion: IssueSuggestion.optional(),
});
export type StepContentIssue = z.infer<typeof StepContentIssue>;

export const StepIntegrationIssue = z.strictObject({
  issueType: z.enum(INTEGRATION_ISSUE_TYPES),
  variableName: z.string().optional(),
  message: z.string(),
});
export type StepIntegrationIssue = z.infer<typeof StepIntegrationIssue>;

/** `controls` by dotted path (`primaryAction.redirect.url`, `headers.0.value`), `integration` by step type. */
export const StepIssues = z.strictObject({
  controls: z.record(z.string(), z.array(StepContentIssue)).optional(),
  integration: z.record(z.string(), z.array(StepIntegrationIssue)).optional(),
});
export type StepIssues = z.infer<typeof StepIssues>;
