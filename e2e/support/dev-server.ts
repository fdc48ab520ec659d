import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FakeRemote } from './fake-remote';

/** Serves a remote like a development server, with CORS headers for any console. */
export class DevServer {
  /** Requested paths. */
  readonly requests: string[] = [];

  private constructor(private readonly server: Server) {}

  static async start(remote: FakeRemote): Promise<DevServer> {
    const server = createServer();
    const dev = new DevServer(server);
    server.on('request', (request, response) => {
      dev.requests.push(request.url ?? '');
      const isRelease = request.url === '/release.json';
      const { manifest } = remote.release;
      response.setHeader('Access-Control-Allow-Origin', '*');
      response.setHeader('Content-Type', isRelease ? 'application/json' : 'text/javascript; charset=utf-8');
      response.end(isRelease ? JSON.stringify({ entry: 'entry.js', manifest }) : remote.source);
    });
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
    return dev;
  }

  get address(): string {
    return `http://localhost:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }
}
