import Link from 'next/link';
import { Matched } from '#components/layout/matched.tsx';
import { useEnvironment } from '#components/layout/session.tsx';
import { guideAddress } from '#lib/guides/address.ts';
import type { GuideList } from '#lib/guides/schema.ts';
import { guideHits } from './find-guides.ts';
import { ownCode } from './guide-body.tsx';

/** The sections that match a search, the best first. */
export function GuideHits({ guides, search }: { guides: GuideList; search: string }) {
  const environment = useEnvironment();
  const hits = guideHits(guides, search);
  if (hits.length === 0) return <p className="px-2 py-4 text-muted">No guide matches “{search}”.</p>;
  return (
    <ul aria-label="Matching sections">
      {hits.map(({ path, title, id, heading, excerpt }) => (
        <li key={`${path}#${id}`}>
          <Link
            href={`${guideAddress(path)}?q=${encodeURIComponent(search)}${id ? `#${id}` : ''}`}
            className="focus-inset block rounded-md px-2 py-1.5 hover:bg-hover"
          >
            <span className="block font-medium text-fg">
              <Matched text={heading ? `${title}: ${heading}` : title} needle={search} />
            </span>
            <span className="line-clamp-2 text-xs text-muted wrap-anywhere">
              <Matched text={ownCode(excerpt, location.origin, environment.id)} needle={search} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
