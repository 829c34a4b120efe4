import { variablesRead } from '#lib/environment-variables/reads-variable.ts';
import { ANY } from '#lib/liquid/references.ts';
import { Channel } from '#lib/providers/channel.ts';
import { computeIssues } from '#lib/workflows/analysis.ts';
import { integrationIssues } from '#lib/workflows/integration-issues.ts';
import type { StepContent, WorkflowDefinition } from '#lib/workflows/version-schema.ts';
import { hostProblem } from './hosts.ts';
import { layoutNamed, layoutStatus } from './layouts.ts';
import type { PreflightLine } from './schema.ts';
import type { Side, SideLayout } from './side.ts';

interface Input {
  definition: WorkflowDefinition;
  source: Side;
  target: Side;
  /** Whether the target has no workflow with the identifier. */
  isNew: boolean;
  /** Whether the content becomes sensitive in the target. */
  gainsMark: boolean;
  /** The layouts that are published with the workflow. */
  coming: readonly SideLayout[];
  /** The names of layouts that neither environment has. */
  missing: readonly string[];
}

const ORDER: readonly PreflightLine['effect'][] = ['blocks', 'pauses', 'warns', 'informs'];

/** Returns the findings about a workflow in its target, each once, the most serious first. */
export function preflight(input: Input): PreflightLine[] {
  const lines = [
    ...layoutLines(input),
    ...integrationLines(input),
    ...variableLines(input),
    ...issueLines(input),
    ...hostLines(input),
    ...(input.gainsMark ? [sensitiveLine(input)] : []),
  ];
  const distinct = new Map(lines.map((each) => [`${each.stepId} ${each.message}`, each]));
  return [...distinct.values()].toSorted((a, b) => ORDER.indexOf(a.effect) - ORDER.indexOf(b.effect));
}

function layoutLines({ definition, source, target, coming, missing }: Input): PreflightLine[] {
  const [from, to] = [source.environment.name, target.environment.name];
  const named = new Set(definition.steps.map(layoutNamed));
  const differing = source.layouts.filter(
    (layout) => named.has(layout.identifier) && layoutStatus(layout, target) === 'changed',
  );
  return [
    ...missing.map((name) =>
      line('layout', 'blocks', `Neither ${from} nor ${to} has the layout “${name}”. Choose another one in the step.`),
    ),
    ...coming.map(({ name }) => ({
      ...line('layout', 'informs', `The layout “${name}” is missing in ${to}, and is published too.`),
      ...({ lacks: 'layout', layout: name } as const),
    })),
    ...differing.map(({ name }) => ({
      ...line(
        'layout',
        'warns',
        `The layout “${name}” differs in ${to}. It stays unchanged there, unless you publish it too.`,
      ),
      layout: name,
    })),
  ];
}

function integrationLines({ definition, target }: Input): PreflightLine[] {
  const channels = [...new Set(definition.steps.flatMap(({ type }) => Channel.safeParse(type).data ?? []))];
  return channels.flatMap((channel) => {
    const lacks = target.integrations.some((each) => each.channel === channel) ? 'primary' : 'integration';
    return Object.values(integrationIssues(channel, target.integrations) ?? {})
      .flat()
      .map(({ issueType, message }): PreflightLine => {
        const text = `In ${target.environment.name}: ${message}`;
        if (issueType !== 'MISSING_INTEGRATION') return line('integration', 'warns', text);
        return { ...line('integration', 'pauses', text), lacks, channel };
      });
  });
}

function variableLines({ definition, target, coming }: Input): PreflightLine[] {
  const read = variablesRead([
    definition.steps.map(({ controlValues }) => controlValues),
    coming.map(({ body }) => body),
  ]);
  const { set, unset } = target.variables;
  return [...read]
    .filter((key) => key !== ANY && !set.includes(key))
    .toSorted()
    .map((key) =>
      unset.includes(key)
        ? lackedVariable(key, 'value', `The variable \`env.${key}\` has no value in ${target.environment.name}.`)
        : lackedVariable(key, 'variable', `There is no variable \`env.${key}\`.`),
    );
}

function lackedVariable(variable: string, lacks: 'value' | 'variable', message: string): PreflightLine {
  return { ...line('variable', 'pauses', message), lacks, variable };
}

/** Issues of the content. Issues of variables have separate lines. */
function issueLines({ definition }: Input): PreflightLine[] {
  const { steps } = computeIssues({ ...definition, active: true }, undefined);
  return steps.flatMap((issues, at) => {
    const step = definition.steps[at];
    if (!step) return [];
    return (Object.values(issues ?? {}).flat() as { issueType: string; message: string }[]).map(
      ({ issueType, message }) =>
        ofStep(step, line('issue', issueType === 'MISSING_VALUE' ? 'pauses' : 'warns', message)),
    );
  });
}

function hostLines({ definition, source, target }: Input): PreflightLine[] {
  return definition.steps.flatMap((step) => {
    const { url } = step.controlValues;
    if (typeof url !== 'string') return [];
    const problem = hostProblem(url, source.environment, target.environment);
    return problem === undefined ? [] : [ofStep(step, line('host', 'warns', `${problem}.`))];
  });
}

function sensitiveLine({ target }: Input): PreflightLine {
  return line(
    'content',
    'informs',
    `The content of the workflow becomes sensitive in ${target.environment.name}, as it is here.`,
  );
}

function ofStep({ stepId, name }: StepContent, { message, ...rest }: PreflightLine): PreflightLine {
  return { ...rest, message: `Step “${name}”: ${message}`, stepId };
}

function line(about: PreflightLine['about'], effect: PreflightLine['effect'], message: string): PreflightLine {
  return { about, effect, message };
}
