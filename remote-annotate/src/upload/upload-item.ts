export type UploadState =
  | { kind: 'waiting' }
  /** `sent` from 0 to 1; null while the file is read, and 1 while the server looks at the picture. */
  | { kind: 'uploading'; sent: number | null }
  | { kind: 'done'; imageId: string }
  | { kind: 'duplicate'; imageId: string | null }
  | { kind: 'failed'; reason: string };

/** A file in the queue; replaced, never changed, when its state does. */
export interface UploadItem {
  id: string;
  name: string;
  /** Bytes. */
  size: number;
  state: UploadState;
}

export const isSettled = ({ state }: UploadItem): boolean => state.kind !== 'waiting' && state.kind !== 'uploading';
