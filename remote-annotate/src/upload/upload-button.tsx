import { IMAGE_FILE_TYPES, useCanCall } from '@console/shared-auth';
import { Button, UploadIcon } from '@console/shared-ui/basics';
import { useRef } from 'react';
import { uploadMessages } from './queue/upload-messages';
import { useQueueFiles } from './queue/uploads';

/** Opens a file picker and adds the selected images to the upload queue. */
export function UploadButton() {
  return useCanCall<'POST /recognition/v2/training-image/'>('manage') && <PermittedUploadButton />;
}

function PermittedUploadButton() {
  const input = useRef<HTMLInputElement>(null);
  const upload = useQueueFiles();
  return (
    <>
      <Button appearance="primary" icon={<UploadIcon />} onClick={() => input.current?.click()}>
        {uploadMessages.button}
      </Button>
      <input
        ref={input}
        type="file"
        accept={IMAGE_FILE_TYPES}
        multiple
        hidden
        data-testid="upload-input"
        onChange={(event) => {
          upload([...(event.target.files ?? [])]);
          // Reset the input so that the same files can be selected again.
          event.target.value = '';
        }}
      />
    </>
  );
}
