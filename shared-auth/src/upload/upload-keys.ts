import { newId } from '@console/shared-contract/new-id';

/**
 * The idempotency keys of files whose upload has not succeeded. If the user chooses such a file again, the upload is a retry with
 * the same key.
 */
export interface UploadKeys {
  get: (file: File) => string;
  /** Call this after a successful upload. A later upload of the same file then gets a new key. */
  markUploaded: (file: File) => void;
}

/** Creates an empty set of keys. Create one set for each record to which files are uploaded, such as a product. */
export function createUploadKeys(): UploadKeys {
  const keys = new Map<string, string>();
  const toFingerprint = ({ name, size, lastModified }: File) => JSON.stringify([name, size, lastModified]);
  return {
    get: (file) => {
      const key = keys.get(toFingerprint(file)) ?? newId();
      keys.set(toFingerprint(file), key);
      return key;
    },
    markUploaded: (file) => void keys.delete(toFingerprint(file)),
  };
}
