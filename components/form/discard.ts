import { confirm } from './confirm.tsx';

let asking = false;

/**
 * Asks before typed input is lost. Resolves to true if it may be discarded. Only one question is open at a time: the key
 * that answers "no" must not also close the dialog or sheet below.
 */
export async function askToDiscard(): Promise<boolean> {
  if (asking) return false;
  asking = true;
  try {
    return await confirm({
      title: 'Discard your changes?',
      body: 'Your changes have not been saved.',
      action: 'Discard changes',
      keep: 'Keep editing',
      danger: true,
      run: async () => undefined,
    });
  } finally {
    setTimeout(() => {
      asking = false;
    });
  }
}
