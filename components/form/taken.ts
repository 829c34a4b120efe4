import { ApiFailure } from '#lib/api/client.ts';

/** Whether the API rejected a new record because another record has its key. */
export function isTaken(error: unknown): boolean {
  return error instanceof ApiFailure && error.code === 'conflict';
}

/** Returns the error that a key is taken as an error of the key's field. Other errors stay as they are. */
export function atField(error: unknown, field: string, message: string): unknown {
  return isTaken(error)
    ? new ApiFailure({ statusCode: 409, message, errors: { [field]: { messages: [message] } } })
    : error;
}
