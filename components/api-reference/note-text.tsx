import { Code } from '#components/ui/code.tsx';

/** A description of the OpenAPI document: text with code between backticks. */
export function NoteText({ children }: { children: string }) {
  return children.split('`').map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have no identity but their place
      <Code key={at} className="text-fg">
        {part}
      </Code>
    ),
  );
}
