import { createReadStream } from 'node:fs';
import type { Db } from '../../platform/database/connection';
import { createFileKey } from '../../platform/files/file-key';
import type { FileStore } from '../../platform/files/store';
import { discardUnusedFile } from './discarded-files';

const CONTENT_TYPE = 'application/onnx';

/**
 * Stores a model file that no row refers to yet. First adds its key to the list of discarded files, so that a killed server leaves no file
 * behind.
 */
export async function storeUnusedModelFile(db: Db, files: FileStore, path: string, maxBytes: number): Promise<string> {
  const key = createFileKey(CONTENT_TYPE);
  await discardUnusedFile(db, key);
  await files.putStream(createReadStream(path), CONTENT_TYPE, maxBytes, key);
  return key;
}
