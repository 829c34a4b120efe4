import { runMain } from './cli-error.ts';
import { serve } from './serve.ts';

/** Runs `npm run dev`. */
await runMain(() => serve({ development: true }));
