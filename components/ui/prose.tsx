const WHOLE = /([iI]n-app|“[^\s”]{1,24}”)/;

/** Text that never breaks within “in-app” or short quoted words, because words with hyphens may be IDs. */
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
