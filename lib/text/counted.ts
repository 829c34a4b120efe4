/** Returns a number with its noun: "1 workflow", "2,013 workflows". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}
