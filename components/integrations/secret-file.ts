/** The largest file that can be a key, a certificate or a service account. */
const MAX_BYTES = 65_536;

type SecretText = { text: string } | { problem: string };

/** Reads a key, a certificate or a service account as text, or returns why the file cannot be one. */
export async function readSecretFile(file: File): Promise<SecretText> {
  if (file.size > MAX_BYTES) return { problem: `${file.name} is larger than 64 KiB.` };
  const text = decoded(await file.arrayBuffer())?.trim();
  if (text === undefined) return { problem: `${file.name} is not a text file. Choose the file in PEM or JSON form.` };
  return text === '' ? { problem: `${file.name} is empty.` } : { text };
}

function decoded(bytes: ArrayBuffer): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}
