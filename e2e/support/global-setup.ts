import { ConsoleServer } from './console-server';

/** One server with the demo data for all journeys that do not need to break it. */
export default async function setup(): Promise<() => Promise<void>> {
  const server = await ConsoleServer.create();
  process.env.CONSOLE_URL = server.url;
  process.env.CONSOLE_DATA_DIR = server.dataDir;
  return () => server.remove();
}
