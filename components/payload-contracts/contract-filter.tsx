import { buttonClass } from '#components/ui/button-class.ts';
import type { ContractRow } from './contract-columns.tsx';
import { type Finding, findingKinds } from './variable-findings.ts';

type Kind = Finding['kind'];

const labels = {
  missing: 'Missing',
  drift: 'Type changed',
  unused: 'Not used',
  unexpected: 'Not in the schema',
} as const satisfies Record<Kind, string>;

interface Props {
  rows: readonly ContractRow[];
  kind: Kind | null;
  onChange: (kind: Kind | null) => void;
}

/** Filters variables by their findings, and shows the number of variables with each finding. */
export function ContractFilter({ rows, kind, onChange }: Props) {
  const kinds = findingKinds.map((each) => ({
    kind: each,
    count: rows.filter(({ findings }) => findings.some((finding) => finding.kind === each)).length,
  }));
  const present = kinds.filter(({ count, kind: each }) => count > 0 || each === kind);
  if (present.length === 0) return null;
  return (
    <fieldset className="flex flex-wrap gap-1.5">
      <legend className="sr-only">Show</legend>
      <Choice label="All" count={rows.length} isChosen={kind === null} onChoose={() => onChange(null)} />
      {present.map(({ kind: each, count }) => (
        <Choice
          key={each}
          label={labels[each]}
          count={count}
          isChosen={kind === each}
          onChoose={() => onChange(kind === each ? null : each)}
        />
      ))}
    </fieldset>
  );
}

interface ChoiceProps {
  label: string;
  count: number;
  isChosen: boolean;
  onChoose: () => void;
}

function Choice({ label, count, isChosen, onChoose }: ChoiceProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      className={buttonClass({ size: 'sm', className: 'touch-area aria-pressed:bg-pressed' })}
    >
      {label} <span className="text-faint tabular-nums">{count}</span>
    </button>
  );
}
