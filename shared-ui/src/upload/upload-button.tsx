import { newId } from '@console/shared-contract/new-id';
import { Button } from '@fluentui/react-components';
import { useRef, useState } from 'react';
import { UploadIcon } from '../icons';
import { useUnsavedChanges } from '../unsaved-changes';
import { messages } from '../messages';
import { describeRefusal } from '../states/error-state';
import { useNotify } from '../toasts/notify';
import { readAsDataUrl, UnreadableFileError } from './read-as-data-url';

const uploadMessages = messages.upload;
/** Number of parallel uploads. It leaves capacity of browser and server for other work of the user. */
const MAX_CONCURRENT_UPLOADS = 2;

export interface UploadedImage {
  name: string;
  /** Data URL of the unchanged file: `data:image/jpeg;base64,…`. */
  base64: string;
  /** Unique for each file. */
  idempotencyKey: string;
}

export interface UploadButtonProps {
  label: string;
  /** Sends one image. */
  send: (image: UploadedImage) => Promise<unknown>;
  /** Called after the last file, also if some have failed. */
  onDone: () => void;
}

/** Uploads several image files. Shows the number of uploaded files and an error for each failed file. */
export function UploadButton({ label, send, onDone }: UploadButtonProps) {
  const notify = useNotify();
  const input = useRef<HTMLInputElement>(null);
  const [progress, setProgress] = useState<string | null>(null);
  useUnsavedChanges(progress !== null);

  const uploadOne = async (file: File): Promise<boolean> => {
    try {
      if (!file.type.startsWith('image/')) throw new NotAnImageError();
      await send({ name: file.name, base64: await readAsDataUrl(file), idempotencyKey: newId() });
      return true;
    } catch (error) {
      if (error instanceof UnreadableFileError) notify.danger({ title: uploadMessages.unreadable, text: file.name });
      else if (error instanceof NotAnImageError)
        notify.danger({ title: uploadMessages.failed(file.name), text: uploadMessages.notAnImage });
      else notify.danger({ title: uploadMessages.failed(file.name), text: describeRefusal(error) });
      return false;
    }
  };
  const upload = async (files: readonly File[]) => {
    if (files.length === 0) return;
    const waiting = [...files];
    let [done, uploaded] = [0, 0];
    setProgress(uploadMessages.progress(done, files.length));
    const work = async () => {
      for (let file = waiting.shift(); file; file = waiting.shift()) {
        if (await uploadOne(file)) uploaded += 1;
        setProgress(uploadMessages.progress((done += 1), files.length));
      }
    };
    await Promise.all(Array.from({ length: MAX_CONCURRENT_UPLOADS }, work));
    setProgress(null);
    if (uploaded > 0) notify.success({ title: uploadMessages.done(uploaded) });
    onDone();
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*"
        multiple
        hidden
        aria-label={label}
        onChange={({ currentTarget }) => {
          void upload([...(currentTarget.files ?? [])]);
          // Otherwise selecting the same file again would not trigger a change event.
          currentTarget.value = '';
        }}
      />
      <Button icon={<UploadIcon />} disabledFocusable={progress !== null} onClick={() => input.current?.click()}>
        {progress ?? label}
      </Button>
    </>
  );
}

class NotAnImageError extends Error {
  override readonly name = 'NotAnImageError';
}
