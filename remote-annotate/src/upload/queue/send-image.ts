import {
  createImageSender as createSender,
  ApiError,
  UnreadableFileError,
  findDuplicate,
  type ImageUpload,
} from '@console/shared-auth';
import { FILE_NAME_KEY } from '@console/shared-contract/limits';
import { describeRefusal } from '@console/shared-ui/basics';
import { uploadMessages } from './upload-messages';
import type { UploadState } from './upload-item';

export type SendOptions = Required<Omit<ImageUpload, 'fields'>>;
export type SendImage = (options: SendOptions) => Promise<string>;

/** Creates a function that uploads one image and returns its new id. The metadata contains the file name, because users search images by it. */
export function createImageSender(): SendImage {
  const send = createSender('POST /recognition/v2/training-image/');
  return (options) => send({ ...options, fields: { noresize: true, meta_data: { [FILE_NAME_KEY]: options.file.name } } });
}

/** Converts the error of a failed upload to the state shown to the user. */
export function toFailureState(error: unknown): UploadState {
  if (error instanceof UnreadableFileError) return { kind: 'failed', reason: uploadMessages.unreadable };
  if (!(error instanceof ApiError)) return { kind: 'failed', reason: uploadMessages.states.failed };
  if (error.status === 0) {
    return { kind: 'failed', reason: error.timedOut ? uploadMessages.tooSlow : uploadMessages.noAnswer };
  }
  const duplicate = findDuplicate(error);
  if (duplicate) return { kind: 'duplicate', imageId: duplicate.imageId };
  return { kind: 'failed', reason: describeRefusal(error) };
}
