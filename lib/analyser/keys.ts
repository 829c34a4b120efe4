import type { JsonObject } from '#lib/json/values.ts';
import { valueAt } from '#lib/json/values.ts';
import type { PathSegment } from '#lib/liquid/references.ts';
import type { StepType } from '#lib/steps/controls.ts';
import type { IssueList } from './issue-list.ts';
import { suggestionOf } from './suggest.ts';
import { templateIssues } from './templates.ts';
import { type VariableScope, variableProblem } from './variables.ts';

/** Adds issues for the controls that contain the path of a value of the run, such as a digest key. */
export function addKeyIssues(definition: StepType, controls: JsonObject, scope: VariableScope, issues: IssueList) {
  for (const control of definition.keys ?? []) {
    const key = valueAt(controls, control);
    if (typeof key !== 'string' || key === '') continue;
    for (const issue of key.includes('{{') || key.includes('{%') ? templateIssues(key, scope) : keyIssues(key, scope)) {
      issues.add(control, issue);
    }
  }
}

/** Returns the path of a key. A key without a namespace is a path in the payload. `items.0.id` equals `items[0].id`. */
export function keyPath(key: string): PathSegment[] {
  const path = key
    .trim()
    .replace(/\[(\d+)\]/g, '.$1')
    .split('.');
  return KEY_NAMESPACES.has(path[0] ?? '') ? path : ['payload', ...path];
}

const KEY_NAMESPACES = new Set(['payload', 'subscriber', 'workflow', 'context', 'steps', 'actor', 'tenant']);

function keyIssues(key: string, scope: VariableScope) {
  const issueType = 'ILLEGAL_VARIABLE_IN_CONTROL_VALUE' as const;
  const path = keyPath(key);
  if (path.some((segment) => segment === '' || /[\s{}]/.test(String(segment)))) {
    const message = `\`${key}\` is not a path. Name a property of the payload, such as payload.orderId.`;
    return [{ issueType, variableName: key, message }];
  }
  const problem = variableProblem(path, scope);
  if (!problem) return [];
  return [{ issueType, variableName: key, message: problem.message, ...suggestionOf(key, problem.meant) }];
}
