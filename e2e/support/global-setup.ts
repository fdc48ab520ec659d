import { rm } from 'node:fs/promises';
import { ConsoleServer } from './console-server';

/** The data that every server of the run begins with. */
export default async function setup(): Promise<() => Promise<void>> {
  const template = await ConsoleServer.makeTemplate();
  return () => rm(template, { recursive: true, force: true });
}
