/** A predicate that needs the field as its subject: "is required". */
const WITHOUT_SUBJECT = /^(?:is|has|holds|contains|names|needs|does|ends|begins)\b/;

/** Turns the API's message about a field ("is required") into a sentence for below the field ("This is required"). */
export function fieldSentence(message: string): string {
  return WITHOUT_SUBJECT.test(message) ? `This ${message}` : message.charAt(0).toUpperCase() + message.slice(1);
}
