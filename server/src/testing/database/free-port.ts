import { createServer, type AddressInfo } from 'node:net';

/** Returns a loopback port that is currently free. */
export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probeServer = createServer();
    probeServer.once('error', reject);
    probeServer.listen(0, '127.0.0.1', () => {
      const { port } = probeServer.address() as AddressInfo;
      probeServer.close(() => resolve(port));
    });
  });
}
