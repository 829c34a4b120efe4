import { Code } from './code.tsx';

interface Props {
  children: string;
  /** Classes of the code. */
  codeClass?: string;
}

/** Text with code between backticks. */
export function CodeText({ children, codeClass }: Props) {
  return children.split('`').map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have no identity but their place
      <Code key={at} className={codeClass}>
        {part}
      </Code>
    ),
  );
}
