import { createUploadKeys, IMAGE_FILE_TYPES, isImageFile, UnreadableFileError, usePermission } from '@console/shared-auth';
import { Button } from '@fluentui/react-components';
import { useRef, useState } from 'react';
import { UploadIcon } from '../icons';
import { useUnsavedChanges } from '../unsaved-changes';
import { uploadMessages } from './upload-messages';
import { describeRefusal } from '../states/error-state';
import { useNotify } from '../toasts/notify';

/** Maximum number of parallel uploads. The number is low, so that other requests of the user remain fast. */
const MAX_CONCURRENT_UPLOADS = 2;

export interface UploadButtonProps<Result> {
  label: string;
  /** Sends one image with `createImageSender`. If the user chooses a failed file again, the idempotency key is the same. */
  send: (file: File, idempotencyKey: string) => Promise<Result>;
  /** Processes the uploaded images before a toast reports success. `run` returns an additional text for the toast. */
  finish?: { run: (results: Result[]) => Promise<string | undefined>; failure: string };
  /** Called after the last upload, even if some files failed. */
  onDone: () => void;
}

/**
 * Uploads several image files. Shows the number of uploaded files and an error for each failed file. Hidden from users who may not
 * manage the workspace.
 */
export function UploadButton<Result>(props: UploadButtonProps<Result>) {
  return usePermission('manage') && <PermittedUploadButton {...props} />;
}

function PermittedUploadButton<Result>({ label, send, finish, onDone }: UploadButtonProps<Result>) {
  const notify = useNotify();
  const input = useRef<HTMLInputElement>(null);
  const [keys] = useState(createUploadKeys);
  const [progress, setProgress] = useState<string | null>(null);
  useUnsavedChanges(progress !== null);

  const notifyFailure = (file: File, error: unknown) => {
    if (error instanceof UnreadableFileError) notify.danger({ title: uploadMessages.unreadable, text: file.name });
    else notify.danger({ title: uploadMessages.failed(file.name), text: describeRefusal(error), error });
  };
  const uploadAll = async (files: readonly File[]): Promise<Result[]> => {
    const waitingFiles = [...files];
    const results: Result[] = [];
    let doneCount = 0;
    setProgress(uploadMessages.progress(doneCount, files.length));
    const uploadNext = async () => {
      for (let file = waitingFiles.shift(); file; file = waitingFiles.shift()) {
        try {
          results.push(await send(file, keys.get(file)));
          keys.markUploaded(file);
        } catch (error) {
          notifyFailure(file, error);
        }
        setProgress(uploadMessages.progress((doneCount += 1), files.length));
      }
    };
    await Promise.all(Array.from({ length: MAX_CONCURRENT_UPLOADS }, uploadNext));
    return results;
  };
  const uploadSelection = async (files: readonly File[]) => {
    // If the browser does not know the type of a file, upload the file and let the server decide whether it is an image.
    const isImage = (file: File) => file.type === '' || isImageFile(file);
    for (const { name } of files.filter((file) => !isImage(file)))
      notify.danger({ title: uploadMessages.failed(name), text: uploadMessages.notAnImage });
    const images = files.filter(isImage);
    if (images.length === 0) return;
    const results = await uploadAll(images);
    try {
      const text = results.length > 0 ? await finish?.run(results) : undefined;
      if (results.length > 0) notify.success({ title: uploadMessages.done(results.length), text });
    } catch (error) {
      notify.danger({ title: finish?.failure ?? label, text: describeRefusal(error), error });
    }
    setProgress(null);
    onDone();
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={IMAGE_FILE_TYPES}
        multiple
        hidden
        aria-label={label}
        onChange={({ currentTarget }) => {
          void uploadSelection([...(currentTarget.files ?? [])]);
          // Reset the input. Otherwise, selecting the same file again would not trigger a change event.
          currentTarget.value = '';
        }}
      />
      <Button icon={<UploadIcon />} disabledFocusable={progress !== null} onClick={() => input.current?.click()}>
        {progress ?? label}
      </Button>
    </>
  );
}
