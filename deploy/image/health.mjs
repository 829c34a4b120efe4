/** `belfry health`: exits with 0 if the web process of the container is ready, or its worker responds. */
const { PORT = '3000', WORKER_METRICS_PORT = '9464' } = process.env;

async function check(url) {
  const response = await fetch(url, { signal: AbortSignal.timeout(4000) });
  if (!response.ok) throw new Error(`${url} returned ${response.status}`);
}

try {
  await Promise.any([
    check(`http://127.0.0.1:${PORT}/api/health/ready`),
    check(`http://127.0.0.1:${WORKER_METRICS_PORT}/health`),
  ]);
} catch (error) {
  for (const { message, cause } of error.errors) console.error(cause ? `${message}: ${cause.message}` : message);
  process.exitCode = 1;
}
