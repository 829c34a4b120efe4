import { useWhyNot } from '#components/layout/session.tsx';
import { Button } from '#components/ui/button.tsx';
import { type Candidate, namedCounts } from './candidates.ts';

interface Props {
  chosen: readonly Candidate[];
  along: readonly Candidate[];
  target: string;
  onPublish: () => void;
}

/** The selection and the button, at the lower edge of the page. */
export function PublishBar({ chosen, along, target, onPublish }: Props) {
  const denied = useWhyNot('workflows:write');
  const isNothing = chosen.length === 0;
  return (
    <section
      aria-label="Selection"
      data-bottom-bar
      className="sticky bottom-0 z-20 -mx-4 -mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5 border-t border-line bg-bg page-x py-2.5 min-[900px]:-mx-6"
    >
      <p role="status" className={isNothing ? 'text-muted' : 'font-medium'} data-numeric>
        {isNothing ? 'Nothing selected' : `${namedCounts([...chosen, ...along])} selected`}
      </p>
      <Button
        variant="primary"
        disabledReason={denied ?? (isNothing ? 'Select what to publish first.' : undefined)}
        onClick={onPublish}
      >
        Publish to {target}…
      </Button>
    </section>
  );
}
