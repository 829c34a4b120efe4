import { isTimeZone } from '#lib/time/time-zone.ts';
import { FILTERS, type FilterParameter } from './filter-arguments.ts';
import type { FilterArgument, FilterUse } from './references.ts';

/** Returns the first problem with the arguments of an existing filter, or undefined. */
export function filterProblem({ name, args, input }: Pick<FilterUse, 'name' | 'args' | 'input'>): string | undefined {
  const signature = FILTERS[name];
  if (!signature) return undefined;
  const { parameters, named = [] } = signature;
  const placed = args.filter((argument) => argument.name === undefined);
  const missing = parameters.slice(placed.length).find(({ required }) => required);
  if (missing) return `\`${name}\` needs ${count(parameters, 'required')}: \`${missing.name}\` is missing`;
  if (placed.length > parameters.length) {
    return parameters.length === 0
      ? `\`${name}\` takes no arguments, but has ${placed.length}`
      : `\`${name}\` takes at most ${count(parameters)}, but has ${placed.length}`;
  }
  for (const argument of args) {
    const parameter = argument.name === undefined ? parameters[placed.indexOf(argument)] : byName(named, argument.name);
    if (!parameter) return `\`${name}\` has no argument \`${argument.name}\``;
    const problem = argumentProblem(parameter, argument);
    if (problem) return `\`${parameter.name}\` of \`${name}\` ${problem}`;
  }
  return itemProblem(name, placed, input);
}

function byName(parameters: readonly FilterParameter[], name: string): FilterParameter | undefined {
  return parameters.find((parameter) => parameter.name === name);
}

function count(parameters: readonly FilterParameter[], only?: 'required'): string {
  const number = only ? parameters.filter(({ required }) => required).length : parameters.length;
  return number === 1 ? 'an argument' : `${number} arguments`;
}

function argumentProblem({ kind, min, oneOf }: FilterParameter, argument: FilterArgument): string | undefined {
  const { value } = argument;
  if (argument.kind === 'range') return kind === 'any' ? undefined : `must be ${KINDS[kind]}, not a range`;
  if (value === undefined || value === null) return undefined;
  if (kind === 'number' && !isNumber(value)) return `must be a number, not ${shown(value)}`;
  if (kind === 'flag' && typeof value !== 'boolean') return `must be true or false, not ${shown(value)}`;
  if (kind === 'zone' && !isZone(value)) return `must be ${KINDS.zone}, not ${shown(value)}`;
  if (min !== undefined && Number(value) < min) return `must be at least ${min}`;
  if (oneOf && !oneOf.includes(String(value))) return `must be one of ${oneOf.join(', ')}`;
  return undefined;
}

/** Checks the field argument for events of a digest, which are objects. */
function itemProblem(name: string, args: FilterArgument[], input: FilterUse['input']): string | undefined {
  if (name !== 'toSentence' || input?.[0] !== 'steps' || input.length !== 3 || input[2] !== 'events') return undefined;
  const [keyPath] = args;
  if (keyPath && (keyPath.value === undefined || keyPath.value !== '')) return undefined;
  return '`toSentence` needs the field of each event to list, such as "payload.name"';
}

const KINDS = {
  text: 'a text',
  number: 'a number',
  flag: 'true or false',
  zone: 'a time zone such as "Europe/Berlin"',
} as const;

function isNumber(value: string | number | boolean): boolean {
  return (
    typeof value === 'number' || (typeof value === 'string' && value.trim() !== '' && !Number.isNaN(Number(value)))
  );
}

function isZone(value: string | number | boolean): boolean {
  return typeof value === 'number' || (typeof value === 'string' && isTimeZone(value));
}

function shown(value: string | number | boolean): string {
  return typeof value === 'string' ? `"${value}"` : String(value);
}
