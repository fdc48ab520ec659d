import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface ReceivedMessage {
  headers: IncomingHttpHeaders;
  body: string;
}

export interface WebhookReceiver {
  url: string;
  /** `name:port` for the setting that allows private addresses. */
  host: string;
  messages: ReceivedMessage[];
  /** Sets the response to further messages: a status, or a function that responds later or never. */
  answer: (next: number | ((response: ServerResponse, message: ReceivedMessage) => void)) => void;
  close: () => Promise<void>;
}

/** Starts an HTTP server that receives webhooks and responds with 204. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const messages: ReceivedMessage[] = [];
  const respondWith = (status: number) => (response: ServerResponse) => void response.writeHead(status).end();
  let respond: (response: ServerResponse, message: ReceivedMessage) => void = respondWith(204);
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const message = { headers: request.headers, body };
      messages.push(message);
      respond(response, message);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `http://${host}/events`,
    host,
    messages,
    answer: (next) => {
      respond = typeof next === 'number' ? respondWith(next) : next;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
