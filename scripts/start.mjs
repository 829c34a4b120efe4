import { main } from './launch.mjs';

await main('start.ts', { development: false });
