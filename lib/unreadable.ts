/** What an answer holds in place of a stored value that cannot be decrypted (lib/crypto.ts). */
export const CANNOT_BE_READ = 'cannot be read';
