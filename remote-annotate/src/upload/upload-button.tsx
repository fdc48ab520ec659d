import { Button, UploadIcon } from '@console/shared-ui/basics';
import { useRef } from 'react';
import { messages } from '../messages';
import { useUploadFiles } from './uploads';

/** Chooses several pictures at once and puts them into the queue. */
export function UploadButton() {
  const input = useRef<HTMLInputElement>(null);
  const upload = useUploadFiles();
  return (
    <>
      <Button appearance="primary" icon={<UploadIcon />} onClick={() => input.current?.click()}>
        {messages.upload.button}
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        multiple
        hidden
        data-testid="upload-input"
        onChange={(event) => {
          upload([...(event.target.files ?? [])]);
          // The same files may be chosen again.
          event.target.value = '';
        }}
      />
    </>
  );
}
