import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { guideAddress } from '#lib/guides/address.ts';
import { guideQueries } from '#lib/guides/client.ts';

/** Links to the guides before and after, in reading order. */
export function NextGuides({ path }: { path: string }) {
  const { data: guides = [] } = useQuery(guideQueries.list());
  const at = guides.findIndex((guide) => guide.path === path);
  if (at < 0) return null;
  const neighbours = [
    { word: 'Previous', guide: guides[at - 1] },
    { word: 'Next', guide: guides[at + 1] },
  ];
  return (
    <nav aria-label="Next guides" className="mt-10 grid max-w-3xl grid-cols-2 gap-3 border-t border-line pt-4">
      {neighbours.map(({ word, guide }) =>
        guide ? (
          <Link
            key={word}
            href={guideAddress(guide.path)}
            className="flex min-w-0 flex-col rounded-md border border-line bg-surface px-3 py-2 hover:bg-hover"
          >
            <span className="text-xs text-faint">{word}</span>
            <span className="truncate font-medium">{guide.title}</span>
          </Link>
        ) : (
          <span key={word} />
        ),
      )}
    </nav>
  );
}
