// A real HTTP server that records requests, for tests. Front-end code has no types of Node.
const { once } = require('node:events');
const { createServer } = require('node:http');

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': '*',
  'access-control-allow-headers': 'authorization, content-type',
  'access-control-expose-headers': 'x-request-id',
};

/** See `recording-server.d.cts`. */
async function startRecordingServer() {
  const state = { requests: [], reply: { status: 200 } };
  const server = createServer((request, response) => {
    const { method, url, headers } = request;
    if (method === 'OPTIONS') return response.writeHead(204, CORS).end();
    let body = '';
    request.on('data', (part) => (body += part));
    request.on('end', () => {
      const { reply } = state;
      state.requests.push({ method, url, headers, body });
      if (reply.status === 'disconnect') request.socket.destroy();
      else if (reply.status !== 'none') response.writeHead(reply.status, { ...CORS, ...reply.headers }).end(reply.body);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(state, {
    origin: `http://127.0.0.1:${server.address().port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  });
}

module.exports = { startRecordingServer };
