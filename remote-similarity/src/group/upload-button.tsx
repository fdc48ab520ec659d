import { announce } from '@console/shared-auth';
import { Button, describeRefusal, UploadIcon, useNotify, useUnsavedChanges } from '@console/shared-ui/basics';
import { useRef, useState } from 'react';
import { messages } from '../messages';
import { UnreadableFileError } from '../files/read-file';
import { uploadToGroup } from './upload';

const groupMessages = messages.group;

/** Button that uploads one or more images to a group. */
export function UploadButton({ group }: { group: string }) {
  const notify = useNotify();
  const input = useRef<HTMLInputElement>(null);
  const [progress, setProgress] = useState<string | null>(null);
  useUnsavedChanges(progress !== null);
  const upload = async (files: readonly File[]) => {
    if (files.length === 0) return;
    const showProgress = (done: number) => setProgress(groupMessages.uploading(done, files.length));
    showProgress(0);
    try {
      const { uploaded, duplicates, failed } = await uploadToGroup(group, files, showProgress);
      if (uploaded + duplicates > 0)
        notify.success({
          title: groupMessages.uploaded(uploaded + duplicates),
          text: duplicates > 0 ? groupMessages.knownAlready(duplicates) : undefined,
        });
      for (const { name, error } of failed)
        notify.danger({
          title: error instanceof UnreadableFileError ? groupMessages.unreadable : groupMessages.uploadFailed(name),
          text: error instanceof UnreadableFileError ? name : describeRefusal(error),
        });
    } catch (error) {
      notify.danger({ title: messages.tabs.addFailed, text: describeRefusal(error) });
    } finally {
      setProgress(null);
      void announce({ topic: 'groups', ids: [] }, { topic: 'images', ids: [] });
    }
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*"
        multiple
        hidden
        aria-label={groupMessages.upload}
        onChange={({ currentTarget }) => {
          void upload([...(currentTarget.files ?? [])]);
          // Reset the value, so that selecting the same file again fires a change event.
          currentTarget.value = '';
        }}
      />
      <Button icon={<UploadIcon />} disabledFocusable={progress !== null} onClick={() => input.current?.click()}>
        {progress ?? groupMessages.upload}
      </Button>
    </>
  );
}
