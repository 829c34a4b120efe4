import type { Installation } from '#bench/delivery/installation.ts';
import type { SmsProvider } from '#bench/delivery/sms-provider.ts';

export interface Stage {
  installation: Installation;
  provider: SmsProvider;
  /** 1 for the full counts, less for a quick try. */
  scale: number;
}

/** One figure of a program, and its required value. */
export interface Finding {
  what: string;
  measured: string;
  toReach: string;
  isMet: boolean;
}

/** A program that disturbs delivery. Each has a separate environment, and leaves no process running. */
export interface Scenario {
  name: string;
  run(stage: Stage): Promise<Finding[]>;
}

export function atMost(what: string, value: number, limit: number, unit = ''): Finding {
  return { what, measured: shown(value, unit), toReach: `≤ ${shown(limit, unit)}`, isMet: value <= limit };
}

export function exactly(what: string, value: number, wanted: number): Finding {
  return { what, measured: shown(value), toReach: shown(wanted), isMet: value === wanted };
}

/** Returns an additional figure without a limit. */
export function noted(what: string, value: number, unit = ''): Finding {
  return { what, measured: shown(value, unit), toReach: '', isMet: true };
}

function shown(value: number, unit = ''): string {
  const digits = value < 100 && !Number.isInteger(value) ? 2 : 0;
  return `${new Intl.NumberFormat('en', { maximumFractionDigits: digits }).format(value)}${unit && ` ${unit}`}`;
}
