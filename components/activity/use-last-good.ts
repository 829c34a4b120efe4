import { useState } from 'react';

interface Read<T> {
  data: T | undefined;
  isPlaceholderData: boolean;
}

/**
 * What was read, or while that fails what was read before under the same `name`: the same list as of another moment.
 */
export function useLastGood<T>({ data, isPlaceholderData }: Read<T>, name: string): T | undefined {
  const [good, setGood] = useState<{ name: string; data: T }>();
  if (data !== undefined && !isPlaceholderData && (good?.data !== data || good.name !== name)) setGood({ name, data });
  return data ?? (good?.name === name ? good.data : undefined);
}
