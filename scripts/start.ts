import { runMain } from './cli-error.ts';
import { serve } from './serve.ts';

/** `npm start` */
await runMain(() => serve({ development: false }));
