import { rm } from 'node:fs/promises';
import { ConsoleServer } from './console-server';

/** Creates the data with which every server of the run starts. */
export default async function setup(): Promise<() => Promise<void>> {
  const template = await ConsoleServer.makeTemplate();
  return () => rm(template, { recursive: true, force: true });
}
