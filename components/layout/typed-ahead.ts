/** What is typed between the key that opens a field and the moment when the field has the focus. */

interface Collected {
  text: string;
  onCancel: () => void;
}

let collected: Collected | undefined;

/** From now on keys are for the field: none of them acts on the page. Escape gives the field up. */
export function collectKeys(onCancel: () => void): void {
  if (!collected) document.addEventListener('keydown', collect, true);
  collected = { text: collected?.text ?? '', onCancel };
}

/** Whether the field is still waited for. */
export function isCollecting(): boolean {
  return collected !== undefined;
}

/** Ends it: the field has the focus, or will not come. */
export function takeKeys(): string {
  const text = collected?.text ?? '';
  collected = undefined;
  document.removeEventListener('keydown', collect, true);
  return text;
}

const TAKEN: ReadonlySet<string> = new Set(['Backspace', 'Enter', 'Escape']);

const isLetter = (key: string) => [...key].length === 1;

function collect(event: KeyboardEvent): void {
  if (!collected || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (!TAKEN.has(event.key) && !isLetter(event.key)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (event.key === 'Escape') {
    const { onCancel } = collected;
    takeKeys();
    onCancel();
  } else collected.text = typedOn(collected.text, event.key);
}

/** A text after one more key. */
export function typedOn(text: string, key: string): string {
  const letters = [...text];
  if (key === 'Backspace') return letters.slice(0, -1).join('');
  return isLetter(key) ? text + key : text;
}
