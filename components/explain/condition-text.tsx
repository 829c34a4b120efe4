import { conditionLines, valueText } from '#lib/conditions/describe.ts';
import { isObject } from '#lib/json/values.ts';

interface Props {
  condition: unknown;
  /** The values that the condition read, by field. */
  values?: unknown;
}

/** A condition in words, with the value that each line read. */
export function ConditionText({ condition, values }: Props) {
  const read = isObject(values) ? (values as Record<string, unknown>) : {};
  return (
    <ul
      aria-label="Condition"
      className="flex w-full flex-col gap-0.5 rounded-md bg-sunken px-2.5 py-1.5 font-mono text-xs leading-5"
    >
      {conditionLines(condition).map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a condition never change
        <li key={index} style={{ paddingLeft: line.level * 16 }} className="break-words">
          {line.text}
          {line.fields
            .filter((field) => Object.hasOwn(read, field))
            .map((field) => (
              <span key={field} className="font-sans text-faint">
                {' '}
                · {line.fields.length > 1 ? `${field} was` : 'was'} {valueText(read[field])}
              </span>
            ))}
        </li>
      ))}
    </ul>
  );
}
