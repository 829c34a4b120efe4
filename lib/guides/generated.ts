import { z } from 'zod';
import { ALERT_KINDS } from '#lib/alerts/kinds/registry.ts';
import { ERROR_ADVICE } from '#lib/api/error-advice.ts';
import { type ErrorCode, statusOf } from '#lib/api/errors.ts';
import { OPERATORS, type OperatorName } from '#lib/conditions/operators.ts';
import { asObject, valueAt } from '#lib/json/values.ts';
import { FILTERS, type FilterSignature } from '#lib/liquid/filter-arguments.ts';
import { CHANNEL_NAMES } from '#lib/providers/channel-names.ts';
import { toWireName } from '#lib/providers/service-name.ts';
import { controlName } from '#lib/steps/describe.ts';
import { TEMPLATE_HELP } from '#lib/steps/fields.ts';
import { STEPS, stepType, type WorkflowStepType } from '#lib/steps/index.ts';
import { capitalized } from '#lib/text/key-label.ts';
import { guidedProviders } from './contents.ts';
import { FILTER_EXAMPLES, FILTER_SAMPLE, filterResult } from './filter-examples.ts';
import { code, table } from './markdown.ts';
import { OPERATOR_EXAMPLES, OPERATOR_SAMPLE } from './operator-examples.ts';

/** Fills the marks `<!-- generated: … -->` of a guide from the registries that the product uses. */
export function withGenerated(markdown: string, path: string): string {
  return markdown.replace(/<!-- generated: ([a-z-]+) -->/g, (_, name: string) => {
    const generate = GENERATED[name];
    if (!generate) throw new Error(`${path}: nothing generates "${name}"`);
    return generate(path);
  });
}

const GENERATED: Readonly<Record<string, (path: string) => string>> = {
  filters: filterTable,
  'filter-sample': () => `\`\`\`json\n${JSON.stringify(FILTER_SAMPLE, null, 2)}\n\`\`\``,
  operators: operatorTable,
  'operator-sample': () => `\`\`\`json\n${JSON.stringify(OPERATOR_SAMPLE, null, 2)}\n\`\`\``,
  errors: errorSections,
  controls: (path) => controlTable(path.slice(path.indexOf('/') + 1) as WorkflowStepType),
  'step-types': stepTable,
  providers: providerTable,
  'alert-kinds': () =>
    table(
      ['Condition', 'Holds if'],
      ALERT_KINDS.map(({ label, description }) => [label, description]),
    ),
};

function filterTable(): string {
  const rows = Object.entries(FILTERS).map(([name, { description, ...taken }]) => {
    const example = FILTER_EXAMPLES[name] ?? '';
    return [code(`${name}${argumentsOf(taken)}`), description, code(example), code(filterResult(name, example))];
  });
  return table(['Filter', 'Result', 'Example', 'Prints'], rows);
}

function argumentsOf({ parameters, named = [] }: Omit<FilterSignature, 'description'>): string {
  const labels = [
    ...parameters.map(({ name, required }) => (required ? name : `${name}?`)),
    ...named.map(({ name }) => `${name}:`),
  ];
  return labels.length > 0 ? `: ${labels.join(', ')}` : '';
}

function operatorTable(): string {
  const rows = Object.entries(OPERATORS).map(([name, { label }]) => [
    code(name),
    label,
    code(JSON.stringify(OPERATOR_EXAMPLES[name as OperatorName])),
  ]);
  return table(['Operator', 'In the editor', 'Example that is true'], rows);
}

/** One section per code, so that a link to `errors#conflict` finds it. */
function errorSections(): string {
  return Object.entries(statusOf)
    .map(([name, status]) => {
      const { meaning, fix } = ERROR_ADVICE[name as ErrorCode];
      return `### ${name}\n\nStatus ${status}. ${meaning} **What to do:** ${fix}`;
    })
    .join('\n\n');
}

function controlTable(type: WorkflowStepType): string {
  const rows = Object.entries(stepType(type).fields).map(([key, field]) => [
    code(key),
    labelInEditor(type, key),
    field.choices
      ? Object.entries(field.choices)
          .map(([value, label]) => `${code(value)}: ${label}`)
          .join('; ')
      : (field.help !== TEMPLATE_HELP && wholeSentences(field.help)) ||
        (field.placeholder ? `Example: ${code(field.placeholder)}` : valuesOf(type, key)),
  ]);
  return table(['Key in `controlValues`', 'In the editor', 'Value'], rows);
}

/** Returns the possible values of a control from the schema of its step: "`minutes`, `hours`", "A whole number from 1". */
function valuesOf(type: WorkflowStepType, key: string): string {
  const { complete, templates, spans } = stepType(type);
  const path = key.split('.').flatMap((part) => ['properties', part]);
  const schema = asObject(valueAt(z.toJSONSchema(complete, { io: 'input', unrepresentable: 'any' }), path));
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => code(String(value))).join(', ');
  if (schema.type === 'integer') return `A whole number from ${schema.minimum}`;
  if (schema.type === 'object')
    return `An object with ${Object.keys(asObject(schema.properties)).map(code).join(', ')}`;
  if (spans?.({ type: 'timed', cron: '' }).some((span) => 'cron' in span && span.cron === key))
    return `A cron expression in the subscriber’s time zone, such as ${code('0 9 * * 1')}: Mondays at 9:00`;
  return key in templates ? 'A text with variables' : 'A text';
}

/** Returns the label of a control in the editor: "Primary action", "Look back › Unit". */
export function labelInEditor(type: WorkflowStepType, key: string): string {
  const keys = key.split('.');
  const paths = keys.map((_, at) => keys.slice(0, at + 1).join('.'));
  const { fields } = stepType(type);
  const nameOf = (path: string) => capitalized(controlName(type, path).split(' › ').at(-1) ?? path);
  return paths.map((path) => fields[path]?.label ?? nameOf(path)).join(' › ');
}

/** Returns a help text without its last sentence, if the form completes that sentence with a link. */
function wholeSentences(help = ''): string {
  return help.endsWith('.') ? help : help.slice(0, help.lastIndexOf('.') + 1);
}

function stepTable(): string {
  const rows = Object.values(STEPS).map((step) => [
    `[${step.label}](steps/${step.type}.md)`,
    code(step.type),
    step.purpose,
  ]);
  return table(['Step', '`type`', 'Purpose'], rows);
}

function providerTable(): string {
  const rows = guidedProviders().map(({ id, displayName, channel }) => [
    `[${displayName}](/docs/providers/${toWireName(id)})`,
    code(toWireName(id)),
    channel ? CHANNEL_NAMES[channel] : '—',
  ]);
  return table(['Provider', '`providerId`', 'Channel'], rows);
}
