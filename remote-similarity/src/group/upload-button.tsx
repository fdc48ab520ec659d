import { announce } from '@console/shared-auth';
import { Button, describeRefusal, UploadIcon, useNotify, useUnsavedChanges } from '@console/shared-ui/basics';
import { useRef, useState } from 'react';
import { messages } from '../messages';
import { UnreadableFileError } from '../files/read-file';
import { uploadToGroup } from './upload';

const words = messages.group;

/** Uploads pictures into a group, several at once. */
export function UploadButton({ group }: { group: string }) {
  const notify = useNotify();
  const input = useRef<HTMLInputElement>(null);
  const [progress, setProgress] = useState<string | null>(null);
  useUnsavedChanges(progress !== null);
  const upload = async (files: readonly File[]) => {
    if (files.length === 0) return;
    const say = (done: number) => setProgress(words.uploading(done, files.length));
    say(0);
    try {
      const { uploaded, known, failed } = await uploadToGroup(group, files, say);
      if (uploaded + known > 0)
        notify.success({ title: words.uploaded(uploaded + known), text: known > 0 ? words.knownAlready(known) : undefined });
      for (const { name, error } of failed)
        notify.danger({
          title: error instanceof UnreadableFileError ? words.unreadable : words.uploadFailed(name),
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
        aria-label={words.upload}
        onChange={({ currentTarget }) => {
          void upload([...(currentTarget.files ?? [])]);
          // The same file again is a change too.
          currentTarget.value = '';
        }}
      />
      <Button icon={<UploadIcon />} disabledFocusable={progress !== null} onClick={() => input.current?.click()}>
        {progress ?? words.upload}
      </Button>
    </>
  );
}
