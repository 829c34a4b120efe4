import { main } from './launch.mjs';

await main('test.ts', { development: true });
