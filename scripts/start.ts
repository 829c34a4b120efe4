import { runMain } from './failure.ts';
import { serve } from './serve.ts';

/** `npm start` */
await runMain(() => serve({ development: false }));
