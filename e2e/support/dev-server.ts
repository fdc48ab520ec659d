import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FakeRemote } from './fake-remote';

/** Serves a remote as a development server does, with CORS headers for any origin. */
export class DevServer {
  /** Paths of all requests. */
  readonly requests: string[] = [];

  private constructor(private readonly server: Server) {}

  static async start(remote: FakeRemote): Promise<DevServer> {
    const server = createServer();
    const devServer = new DevServer(server);
    server.on('request', (request, response) => {
      devServer.requests.push(request.url ?? '');
      const isRelease = request.url === '/release.json';
      const { manifest } = remote.release;
      response.setHeader('Access-Control-Allow-Origin', '*');
      response.setHeader('Content-Type', isRelease ? 'application/json' : 'text/javascript; charset=utf-8');
      response.end(isRelease ? JSON.stringify({ entry: 'entry.js', manifest }) : remote.source);
    });
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
    return devServer;
  }

  get url(): string {
    return `http://localhost:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }
}
