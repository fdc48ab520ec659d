export type UploadState =
  | { kind: 'waiting' }
  /** `sentRatio` ranges from 0 to 1: null while the file is read, 1 while the server processes the image. */
  | { kind: 'uploading'; sentRatio: number | null }
  | { kind: 'done'; imageId: string }
  | { kind: 'duplicate'; imageId: string | null }
  | { kind: 'failed'; reason: string };

/** An immutable entry of the queue, replaced when its state changes. */
export interface UploadItem {
  id: string;
  name: string;
  /** File size in bytes. */
  size: number;
  state: UploadState;
}

export const isFinished = ({ state }: UploadItem): boolean => state.kind !== 'waiting' && state.kind !== 'uploading';
