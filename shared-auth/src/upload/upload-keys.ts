import { newId } from '@console/shared-contract/new-id';

/** The idempotency keys of files whose upload has not succeeded. Choosing such a file again is a retry. */
export interface UploadKeys {
  get: (file: File) => string;
  /** Call it after a success: uploading the file again is then a new upload. */
  confirm: (file: File) => void;
}

/** Creates the keys of one target, such as a product. */
export function createUploadKeys(): UploadKeys {
  const keys = new Map<string, string>();
  const toName = ({ name, size, lastModified }: File) => JSON.stringify([name, size, lastModified]);
  return {
    get: (file) => {
      const key = keys.get(toName(file)) ?? newId();
      keys.set(toName(file), key);
      return key;
    },
    confirm: (file) => void keys.delete(toName(file)),
  };
}
