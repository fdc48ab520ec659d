import type { EmbeddingModelCheck, PixelValues } from '@console/shared-contract/api';
import { TextField } from '@console/shared-ui/basics';
import { SelectField } from '@console/shared-ui/choices';
import { useState, type ReactNode } from 'react';
import { deleteEmbeddingModel, uploadEmbeddingModel, useEmbeddingModel } from './upload.queries';
import { ServerFileField, toModelName } from './server-file-field';
import { uploadMessages } from './upload-messages';
import { WorkspaceModelUpload } from './workspace-model-upload';

const messages = uploadMessages.embedding;

/** Uploads or deletes the embedding model of the workspace, which compares images. */
export function EmbeddingUpload({ kindField, onClose }: { kindField: ReactNode; onClose: () => void }) {
  const { data } = useEmbeddingModel();
  const [file, setFile] = useState<File | string>('');
  const [name, setName] = useState('');
  const [pixels, setPixels] = useState<PixelValues | ''>('');
  const chooseFile = (source: File | string) => {
    setFile(source);
    setName(toModelName(source));
  };
  return (
    <WorkspaceModelUpload<EmbeddingModelCheck>
      kind={{
        messages,
        accept: '.onnx',
        guide: '/docs/models',
        currentName: data?.model?.name ?? null,
        prepare: () => {
          if (file === '') return uploadMessages.noFile;
          if (name.trim() === '') return uploadMessages.noName;
          return (onSent) => uploadEmbeddingModel({ file, name: name.trim(), pixels }, onSent);
        },
        remove: deleteEmbeddingModel,
        toFacts: messages.facts,
        toTiles: ({ pictures }) =>
          pictures.map((image, index) => ({ ...image, shapes: [], caption: messages.likeness(image.likeness, index) })),
      }}
      kindField={kindField}
      fields={
        <>
          <ServerFileField value={typeof file === 'string' ? file : ''} onChange={chooseFile} />
          <TextField label={uploadMessages.name} required value={name} onChange={({ target }) => setName(target.value)} />
          <SelectField
            label={uploadMessages.pixels}
            hint={messages.pixelsHint}
            choices={uploadMessages.pixelChoices}
            value={pixels}
            onChange={(value) => setPixels(value as PixelValues | '')}
          />
        </>
      }
      files={typeof file === 'string' ? [] : [file]}
      onChooseFiles={([chosenFile]) => chosenFile && chooseFile(chosenFile)}
      onClose={onClose}
    />
  );
}
