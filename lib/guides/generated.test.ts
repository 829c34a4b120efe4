import { expect, test } from 'vitest';
import { conditionProblems } from '#lib/conditions/check.ts';
import { evaluateCondition } from '#lib/conditions/evaluate-rule.ts';
import { OPERATORS, type OperatorName } from '#lib/conditions/operators.ts';
import { FILTERS } from '#lib/liquid/filter-arguments.ts';
import { STEPS } from '#lib/steps/index.ts';
import { FILTER_EXAMPLES, filterResult } from './filter-examples.ts';
import { labelInEditor, withGenerated } from './generated.ts';
import { OPERATOR_EXAMPLES, OPERATOR_NOW, OPERATOR_SAMPLE } from './operator-examples.ts';

test('exactly the filters of the analyser have an example', () => {
  expect(Object.keys(FILTER_EXAMPLES).sort()).toEqual(Object.keys(FILTERS).sort());
});

test.each(Object.entries(FILTER_EXAMPLES))('the example of %s uses it and prints text', (name, example) => {
  expect(example).toContain(`| ${name}`);
  expect(filterResult(name, example)).not.toBe('');
});

test.each(Object.entries(OPERATOR_EXAMPLES))('the example of %s is a valid rule that is true', (name, rule) => {
  expect(Object.keys(rule)).toEqual([name]);
  expect(conditionProblems(rule, () => undefined)).toEqual([]);
  expect(evaluateCondition(rule, OPERATOR_SAMPLE, Date.parse(OPERATOR_NOW))).toBe(true);
});

test('each operator has an example of its own', () => {
  const names = Object.keys(OPERATORS) as OperatorName[];
  expect(names.filter((name) => !OPERATOR_EXAMPLES[name])).toEqual([]);
});

test('the tables of controls have the labels of the editor', () => {
  const labels = ['subject', 'primaryAction', 'redirect', 'skip'].map((key) => labelInEditor('in_app', key));
  expect(labels).toEqual(['Subject', 'Primary action', 'Redirect', 'Skip this step when']);
  expect(labelInEditor('digest', 'lookBackWindow.unit')).toBe('Look back › Unit');
  expect(labelInEditor('email', 'editorType')).toBe('Editor');
});

test.each(Object.keys(STEPS))('the table of the controls of %s has every value', (type) => {
  expect(withGenerated('<!-- generated: controls -->', `steps/${type}`)).not.toMatch(/\| — \|$|Tab accepts/m);
});

test('the table of controls lists units, and shows a schedule', () => {
  const digest = withGenerated('<!-- generated: controls -->', 'steps/digest');
  expect(digest).toContain('| Look back › Unit | `seconds`, `minutes`, `hours`, `days`, `weeks`, `months` |');
  expect(digest).toMatch(/\| `amount` \| For \| A whole number from 1 \|\n/);
  expect(digest).toMatch(/\| `cron` \| Schedule \| A cron expression .*`0 9 \* \* 1`/);
});
