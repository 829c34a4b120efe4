import { useState } from 'react';

interface Read<T> {
  data: T | undefined;
  isPlaceholderData: boolean;
}

/**
 * Returns the latest data. If reading fails, returns the last data with the same `name`, which is the same list at an
 * earlier time.
 */
export function useLastGood<T>({ data, isPlaceholderData }: Read<T>, name: string): T | undefined {
  const [good, setGood] = useState<{ name: string; data: T }>();
  if (data !== undefined && !isPlaceholderData && (good?.data !== data || good.name !== name)) setGood({ name, data });
  return data ?? (good?.name === name ? good.data : undefined);
}
