import type { GuideHeading } from '#lib/guides/schema.ts';

/** The sections of a guide, as links. Empty for fewer than two sections. */
export function OnThisPage({ headings }: { headings: readonly GuideHeading[] }) {
  if (headings.length < 2) return null;
  return (
    <nav
      aria-label="On this page"
      className="sticky top-16 max-h-[calc(100dvh-80px)] self-start overflow-y-auto border-l border-line pl-3 max-xl:hidden"
    >
      <p className="mb-1 text-xs font-medium text-faint">On this page</p>
      <ul>
        {headings.map(({ id, text, depth }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              data-inner={depth > 2 || undefined}
              className="block rounded-sm py-1 text-xs text-muted wrap-anywhere hover:text-fg data-inner:pl-3"
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
