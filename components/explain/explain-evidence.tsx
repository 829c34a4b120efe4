import { Fact, Facts } from '#components/ui/facts.tsx';
import type { Explanation } from '#lib/explain/schema.ts';
import { EvidenceValue } from './evidence-value.tsx';

/** What was read or recorded, one row each. */
export function ExplainEvidence({ answer: { evidence } }: { answer: Explanation }) {
  if (evidence.length === 0) return null;
  return (
    <section aria-label="Evidence">
      <h3 className="mb-2 text-xs font-medium text-faint">Evidence</h3>
      <Facts>
        {evidence.map(({ field, label, value }) => (
          <Fact key={`${field} ${String(value)}`} label={label}>
            <EvidenceValue field={field} value={value} />
          </Fact>
        ))}
      </Facts>
    </section>
  );
}
