import { rm } from 'node:fs/promises';
import { storeTemporaryFilesInMemory } from '../../server/src/testing/memory-folder';
import { ConsoleServer } from './console-server';

/** Creates the data folder that every server of the run copies. */
export default async function setup(): Promise<() => Promise<void>> {
  const deleteTemporaryFiles = storeTemporaryFilesInMemory();
  const template = await ConsoleServer.createTemplate();
  return async () => {
    await rm(template, { recursive: true, force: true });
    deleteTemporaryFiles();
  };
}
