import dynamic from 'next/dynamic';
import { Fact, Facts } from '#components/ui/facts.tsx';
import type { Explanation } from '#lib/explain/schema.ts';
import { WITHHELD } from '#lib/reasons/withheld.ts';
import { EvidenceValue } from './evidence-value.tsx';
import { isSaidElsewhere } from './said-elsewhere.ts';

// It knows the grammar of conditions, which few answers need.
const ConditionText = dynamic(() => import('./condition-text.tsx').then((module) => module.ConditionText), {
  ssr: false,
});

/** What was read or recorded, one row each. */
export function ExplainEvidence({ answer: { evidence, decisive } }: { answer: Explanation }) {
  const condition = evidence.find(({ field }) => field === 'condition')?.value;
  const values = evidence.find(({ field }) => field === 'values')?.value;
  // What several steps lacked, their rows say.
  const isSeveral = (decisive.more ?? []).length > 0;
  const facts = evidence.filter((each) => !isSaidElsewhere(each) && !(isSeveral && each.field === 'missing'));
  if (facts.length === 0 && condition === undefined) return null;
  return (
    <section aria-label="Evidence" className="mt-2 flex flex-col gap-1 border-t border-line pt-2">
      {condition !== undefined && <ConditionText condition={condition} values={values} />}
      {values === WITHHELD && <p className="py-1 text-xs text-faint">The values that it read are withheld.</p>}
      <Facts>
        {facts.map(({ field, label, value }) => (
          <Fact key={`${field} ${label} ${String(value)}`} label={label}>
            <EvidenceValue field={field} value={value} at={decisive.at} />
          </Fact>
        ))}
      </Facts>
    </section>
  );
}
