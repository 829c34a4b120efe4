import { counted } from '#lib/text/counted.ts';
import type { RotationResult, Unreadable } from './rotate.ts';

/** Returns the result of a rotation as plain text: the keys in use, the unreadable values, and what to do next. */
export function rotationText(result: RotationResult, keys: readonly string[]): string {
  const { key, encrypted, left, unreadable, unreadableCount } = result;
  const others = [...new Set([...keys, ...left.map((each) => each.key)])].filter((each) => each !== key);
  const countOf = (wanted: string) =>
    left.filter((each) => each.key === wanted).reduce((sum, each) => sum + each.count, 0);
  const lines = [
    `${counted(encrypted, 'row')} encrypted again under ${key}.`,
    '',
    'Keys in use',
    ...[key, ...others].map((each) => `  ${each}: ${counted(countOf(each), 'value')}`),
  ];
  const rows = left.filter((each) => each.key !== key);
  if (rows.length > 0)
    lines.push(
      '',
      'Not under the first key',
      ...rows.map((each) => `  ${each.table}.${columnText(each.column)}: ${each.count} under ${each.key}`),
    );
  if (unreadableCount > 0) lines.push('', 'Unreadable', ...unreadable.map(unreadableLine));
  if (unreadableCount > unreadable.length) lines.push(`  … and ${unreadableCount - unreadable.length} more`);
  return [...lines, '', nextStep(result, others)].join('\n');
}

function nextStep({ key, isComplete, unreadableCount }: RotationResult, others: readonly string[]): string {
  if (!isComplete)
    return `Values are still being written under another key: restart all processes with ${key} as the first key, and repeat this command.`;
  if (unreadableCount > 0)
    return 'Each listed value is lost unless its key is found: add the key to ENCRYPTION_KEYS and repeat this command, or enter the value again.';
  if (others.length === 0) return 'ENCRYPTION_KEYS has no other key.';
  return `Nothing is encrypted under ${others.join(', ')}. Links in messages that were sent earlier are signed with these keys: see “Rotate the encryption keys” in docs/operations.md before you remove them.`;
}

function unreadableLine({ table, column, environmentId, key, field, why }: Unreadable): string {
  const place = `${table}.${columnText(column)}${field === '' ? '' : `.${field}`}`;
  return `  ${place} of ${key}${environmentId === '' ? '' : ` in environment ${environmentId}`}: ${why}`;
}

function columnText(column: string): string {
  return column.replaceAll('"', '');
}
