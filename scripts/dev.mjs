import { main } from './launch.mjs';

await main('dev.ts', { development: true });
