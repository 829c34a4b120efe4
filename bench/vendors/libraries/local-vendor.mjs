/**
 * A local server that replaces every vendor: all connections of this process reach this server, whatever their host.
 */
import http2 from 'node:http2';
import net from 'node:net';
import { generate } from 'selfsigned';

/** The requests that arrived, in order. */
export const received = [];

/**
 * Returns the token that libraries need before they send, otherwise an object that some libraries accept as a success.
 */
function answerTo({ path }) {
  return path === '/token' ? { access_token: 'token-1', expires_in: 3600 } : { ok: true, id: 'id-1' };
}

/** Starts the server and redirects all connections to it. The process must not verify the server's new certificate. */
export async function startLocalVendor() {
  const pem = await generate([{ name: 'commonName', value: 'localhost' }], { keySize: 2048 });
  const server = http2.createSecureServer({ key: pem.private, cert: pem.cert, allowHTTP1: true }, listener);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  redirect(server.address().port);
  return server;
}

async function listener(request, response) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const { method, url, headers } = request;
  const host = headers.host ?? headers[':authority'];
  const named = Object.entries(headers).filter(([name]) => !name.startsWith(':'));
  const one = {
    method,
    host,
    path: url,
    headers: Object.fromEntries(named),
    body: Buffer.concat(chunks).toString('base64'),
  };
  received.push(one);
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(answerTo(one)));
}

function redirect(port) {
  const connect = net.Socket.prototype.connect;
  net.Socket.prototype.connect = function (...args) {
    const [first] = args;
    const options = Array.isArray(first) ? first[0] : first;
    if (typeof options === 'object' && options !== null && !options.path) {
      Object.assign(options, { host: '127.0.0.1', port, lookup: undefined });
      return connect.apply(this, args);
    }
    return typeof first === 'number'
      ? connect.call(this, { host: '127.0.0.1', port }, args.at(-1))
      : connect.apply(this, args);
  };
}
