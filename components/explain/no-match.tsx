import { useQueries } from '@tanstack/react-query';
import Link from 'next/link';
import { useEnvironment, useSession } from '#components/layout/session.tsx';
import { buttonClass } from '#components/ui/button-class.ts';
import { Prose } from '#components/ui/prose.tsx';
import { explainQueries } from '#lib/explain/client.ts';
import type { Explanation } from '#lib/explain/schema.ts';
import { listText } from '#lib/text/list-text.ts';
import { explainAddress } from './explain-query.ts';
import { searchedIn } from './no-match-text.ts';

/** Links to the environments that have a match, or a note that no environment has one. */
export function NoMatch({ answer: { fix, decisive } }: { answer: Explanation }) {
  const { base } = useEnvironment();
  const text = searchedIn(decisive);
  const others = useOthers(text);
  const having = others.filter(({ has }) => has === true);
  const without = others.filter(({ has }) => has === false).map(({ environment }) => environment.name);
  return (
    <section aria-label="What to do" className="max-w-[595px] rounded-lg border border-line bg-surface px-4 py-3">
      <h3 className="mb-1.5 text-xs font-medium text-faint">What to do</h3>
      <p className="text-pretty">
        {having.length === 0 &&
          without.length > 0 &&
          `${listText(without)} ${NOTHING[without.length === 1 ? 'one' : 'several']} `}
        <Prose>{fix?.text ?? ''}</Prose>
      </p>
      <div className="mt-2.5 flex flex-wrap items-center gap-2">
        {having.map(({ environment: { _id, slug, name } }) => (
          <Link
            key={_id}
            href={explainAddress(`/${slug}`, { subscriber: text })}
            className={buttonClass({ size: 'sm', variant: 'primary' })}
          >
            Look in {name}
          </Link>
        ))}
        {fix?.link && (
          <Link href={`${base}/${fix.link}`} className={buttonClass({ size: 'sm' })}>
            {fix.label}
          </Link>
        )}
      </div>
    </section>
  );
}

const NOTHING = { one: 'has no match either.', several: 'have no match either.' } as const;

/** Whether each of the other environments has a match. Undefined while loading. */
function useOthers(text: string) {
  const { environments, environment } = useSession();
  const others = environments.filter(({ _id }) => _id !== environment._id);
  const answers = useQueries({
    queries: others.map(({ _id }) => ({
      ...explainQueries.one(_id, { subscriber: text }),
      placeholderData: undefined,
      refetchInterval: false as const,
      retry: false,
    })),
  });
  return others.map((other, at) => {
    const code = answers[at]?.data?.code;
    return { environment: other, has: code && code !== 'subscriber_unknown' };
  });
}
