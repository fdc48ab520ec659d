// HTTP server that sends a live stream, for tests. Written in JavaScript, because front-end code has no type declarations of Node.js.
const { once } = require('node:events');
const { createServer } = require('node:http');

/** See `event-stream-server.d.cts`. */
async function startEventStreamServer() {
  const state = { status: 200, isSilent: false, connections: [] };
  const server = createServer((request, response) => {
    const send = (event) => void response.write(`data: ${JSON.stringify(event)}\n\n`);
    const closed = once(response, 'close');
    state.connections.push({
      url: request.url,
      authorization: request.headers.authorization,
      send,
      drop: () => response.destroy(),
      closed,
    });
    if (state.status !== 200) {
      response.writeHead(state.status, { 'content-type': 'application/json' }).end('{"detail":"Refused"}');
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.flushHeaders();
    if (!state.isSilent) send({ event: 'connected', heartbeat_seconds: 20 });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(state, {
    origin: `http://127.0.0.1:${server.address().port}`,
    closeConnections: () => server.closeAllConnections(),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  });
}

module.exports = { startEventStreamServer };
