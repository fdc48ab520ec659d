import { rm } from 'node:fs/promises';
import { ConsoleServer } from './console-server';

/** Creates the data folder that every server of the run copies. */
export default async function setup(): Promise<() => Promise<void>> {
  const template = await ConsoleServer.createTemplate();
  return () => rm(template, { recursive: true, force: true });
}
