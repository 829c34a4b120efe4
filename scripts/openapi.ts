/** Prints the OpenAPI document of the route files. */
import { buildOpenApi } from '#lib/api/openapi.ts';

process.stdout.write(`${JSON.stringify(await buildOpenApi(), null, 2)}\n`);
