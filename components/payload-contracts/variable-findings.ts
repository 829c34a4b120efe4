import { parseAsStringLiteral } from 'nuqs';
import type { Tone } from '#components/ui/tone.ts';
import type { ContractVariable, PayloadContract } from '#lib/payload-contracts/schema.ts';
import { counted } from '#lib/text/counted.ts';
import { listText } from '#lib/text/list-text.ts';
import { shortDateText } from '#lib/time/time.ts';

export const findingKinds = ['missing', 'drift', 'unused', 'unexpected'] as const;

/** The filter in the address of the page. */
export const parseKind = parseAsStringLiteral(findingKinds);

export interface Finding {
  kind: (typeof findingKinds)[number];
  tone: Tone;
  text: string;
}

type Contract = Pick<PayloadContract, 'usesWhole' | 'sample' | 'workflow'>;

/** Returns the findings about a variable, the worst first. */
export function findingsOf(variable: ContractVariable, contract: Contract, now = Date.now()): Finding[] {
  const { usedBy, isRequired, missing, seen, inSchema } = variable;
  if (contract.sample.triggers === 0) return [];
  const findings: Finding[] = [];
  if (missing > 0 && (usedBy.length > 0 || isRequired)) {
    const text = seen === 0 ? 'Never sent' : `Missing in ${counted(missing, 'trigger')}`;
    findings.push({ kind: 'missing', tone: isRequired || seen === 0 ? 'bad' : 'warn', text });
  }
  const drift = driftText(variable, now);
  if (drift) findings.push({ kind: 'drift', tone: 'warn', text: drift });
  if (seen > 0 && usedBy.length === 0 && !contract.usesWhole)
    findings.push({ kind: 'unused', tone: 'idle', text: 'Not used by a step' });
  if (seen > 0 && !inSchema && contract.workflow.hasSchema)
    findings.push({ kind: 'unexpected', tone: 'idle', text: 'Not in the schema' });
  return findings;
}

/**
 * Returns "Number until 12 Nov, string since" or "Number and string, mixed". Undefined if all values have one type or
 * are null.
 */
export function driftText({ types }: Pick<ContractVariable, 'types'>, now = Date.now()): string | undefined {
  const others = types.filter(({ type }) => type !== 'null');
  const [first, second, ...more] = others;
  if (!first || !second) return undefined;
  const name = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
  if (more.length === 0 && first.lastAt < second.firstAt)
    return `${name(first.type)} until ${shortDateText(first.lastAt, now)}, ${second.type} since ${shortDateText(second.firstAt, now)}`;
  return `${name(listText(others.map(({ type }) => type)))}, mixed`;
}
