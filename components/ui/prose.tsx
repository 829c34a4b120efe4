const WHOLE = /((?:\b[nN]o )?[eE]-mails?|[iI]n-app|“[^\s”]{1,24}”)/;

/** Text whose “no e-mail” and “in-app” are not broken, nor short words in quotes: with hyphens they may be ids. */
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
