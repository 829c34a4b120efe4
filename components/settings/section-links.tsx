interface Props {
  /** The sections of the page: the ID and the text of each heading. */
  sections: readonly { id: string; title: string }[];
}

/** Links to the sections of a long page. They stay visible where there is room. */
export function SectionLinks({ sections }: Props) {
  return (
    <nav
      aria-label="Sections"
      className="flex flex-wrap gap-x-4 gap-y-1 bg-bg list-x py-1.5 lg:sticky lg:top-12 lg:z-10"
    >
      {sections.map(({ id, title }) => (
        <a
          key={id}
          href={`#${id}`}
          className="touch-area inline-flex min-h-6 items-center rounded-sm text-accent-text hover:underline"
        >
          {title}
        </a>
      ))}
    </nav>
  );
}
