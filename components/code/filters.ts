import { type FilterParameter, FILTERS as SIGNATURES } from '#lib/liquid/filter-arguments.ts';

export interface FilterHelp {
  name: string;
  description: string;
  /** The arguments in one line: "format, timezone?". */
  signature?: string;
}

/** The filters that templates may use, Belfry's own first. */
export const FILTERS: readonly FilterHelp[] = Object.entries(SIGNATURES).map(([name, { description, ...taken }]) => {
  const signature = [...taken.parameters.map(asLabel), ...(taken.named ?? []).map((one) => `${one.name}:`)].join(', ');
  return { name, description, ...(signature && { signature }) };
});

function asLabel({ name, required }: FilterParameter): string {
  return required ? name : `${name}?`;
}
