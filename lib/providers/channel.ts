import { z } from 'zod';
import { CHANNELS } from './channel-names.ts';

/** A channel of the interface (spec 2.5, 2.10). */
export const Channel = z.enum(CHANNELS);
export type Channel = z.infer<typeof Channel>;
