import { runMain } from './cli-error.ts';
import { serve } from './serve.ts';

/** `npm run dev` */
await runMain(() => serve({ development: true }));
