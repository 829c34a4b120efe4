/** Collects the text that users type between the key that opens a field and the focus of that field. */

interface Collected {
  text: string;
  onCancel: () => void;
}

let collected: Collected | undefined;

/** Starts collecting keys for the field, so that none of them acts on the page. Escape cancels. */
export function collectKeys(onCancel: () => void): void {
  if (!collected) document.addEventListener('keydown', collect, true);
  collected = { text: collected?.text ?? '', onCancel };
}

/** Whether keys are being collected. */
export function isCollecting(): boolean {
  return collected !== undefined;
}

/** Ends the collection and returns the text: the field has the focus, or will not open. */
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

/** Returns a text after one more key. */
export function typedOn(text: string, key: string): string {
  const letters = [...text];
  if (key === 'Backspace') return letters.slice(0, -1).join('');
  return isLetter(key) ? text + key : text;
}
