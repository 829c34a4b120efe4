/** Text of responses instead of a stored value that cannot be decrypted (lib/crypto.ts). */
export const CANNOT_BE_READ = 'cannot be read';
