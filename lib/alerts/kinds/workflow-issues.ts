import { z } from 'zod';
import { counted } from '#lib/text/counted.ts';
import { shortList } from '#lib/text/list-text.ts';
import { alertKind } from './definition.ts';

/** The maximum number of workflow names in a message. */
const MAX_NAMES = 5;

export interface WorkflowIssuesFacts {
  /** The names of active workflows with issues. */
  names: readonly string[];
}

export const workflowIssues = alertKind({
  kind: 'workflow_issues',
  label: 'Workflow with issues',
  description: 'An active workflow has issues, so some of its steps cannot be delivered. Warnings do not count.',
  numbers: {},
  condition: z.object({ kind: z.literal('workflow_issues') }),
  watchesIntegration: false,
  defaults: {},
  checkedBy: 'worker',
  phrase: () => 'An active workflow has issues; warnings do not count',
  judge({ names }: WorkflowIssuesFacts) {
    if (names.length === 0) return { verdict: 'clear', words: 'No active workflow has issues' };
    const count = counted(names.length, 'active workflow has', 'active workflows have');
    return { verdict: 'holds', words: `${count} issues: ${shortList(names, MAX_NAMES)}` };
  },
});
