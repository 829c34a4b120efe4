import { runMain } from './cli-error.ts';
import { serve } from './serve.ts';

/** Runs `npm start`. */
await runMain(() => serve({ development: false }));
