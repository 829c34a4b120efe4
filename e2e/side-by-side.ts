/**
 * Does the work for each item, with up to `inFlight` items at the same time. For independent requests: one after
 * another, a test would spend most of its time waiting.
 *
 * @throws the first error of `work`; then no further item is started.
 */
export async function sideBySide<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
  inFlight = 8,
): Promise<void> {
  const left = items.values();
  let failed = false;
  const lane = async () => {
    for (const item of left) {
      if (failed) return;
      await work(item);
    }
  };
  await Promise.all(
    Array.from({ length: inFlight }, () =>
      lane().catch((error) => {
        failed = true;
        throw error;
      }),
    ),
  );
}
