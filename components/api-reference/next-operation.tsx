import { ArrowLeft, ArrowRight } from 'lucide-react';
import { cn } from '#components/ui/cn.ts';
import type { ReferenceOperation } from '#lib/api-reference/operations.ts';
import { useReference } from './reference-state.tsx';

/** The previous and the next operation, in the order of the navigation. */
export function NextOperation({ operation }: { operation: ReferenceOperation }) {
  const all = useReference().groups.flatMap(({ operations }) => operations);
  const at = all.findIndex(({ operationId }) => operationId === operation.operationId);
  const [before, after] = [all[at - 1], all[at + 1]];
  return (
    <nav
      aria-label="Previous and next operation"
      className="col-span-full mt-8 flex flex-wrap justify-between gap-3 border-t border-line pt-4"
    >
      {before ? <Neighbour to={before} isBefore /> : <span />}
      {after && <Neighbour to={after} />}
    </nav>
  );
}

function Neighbour({ to, isBefore = false }: { to: ReferenceOperation; isBefore?: boolean }) {
  const Arrow = isBefore ? ArrowLeft : ArrowRight;
  return (
    <a
      href={`#${to.operationId}`}
      className={cn(
        'control flex items-center gap-2 rounded-md px-2 text-muted hover:bg-hover hover:text-fg',
        isBefore && 'flex-row-reverse',
      )}
    >
      {to.summary}
      <Arrow aria-hidden className="size-4 shrink-0" />
    </a>
  );
}
