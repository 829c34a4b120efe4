import { runMain } from './failure.ts';
import { serve } from './serve.ts';

/** `npm run dev` */
await runMain(() => serve({ development: true }));
