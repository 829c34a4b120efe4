const WHOLE = /([eE]-mails?|[iI]n-app)/;

/** Text whose “e-mail” and “in-app” are not broken at their hyphens. */
export function Prose({ children }: { children: string }) {
  return children.split(WHOLE).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have no identity but their place
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ),
  );
}
