const WHOLE = /([eE]-mails?)/;

/** Text whose “e-mail” is not broken at its hyphen. */
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
