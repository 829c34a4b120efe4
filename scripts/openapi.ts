import { writeFileSync } from 'node:fs';
import { openApiText } from '#lib/api/openapi.ts';
import { runMain } from './cli-error.ts';

/**
 * Runs `npm run openapi [-- file]`: writes the OpenAPI document of the routes to the file, otherwise to standard
 * output.
 */
await runMain(async () => {
  const [file] = process.argv.slice(2);
  const text = await openApiText();
  if (file) writeFileSync(file, text);
  else process.stdout.write(`${text}\n`);
});
