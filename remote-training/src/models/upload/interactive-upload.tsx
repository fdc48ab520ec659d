import type { InteractiveModelCheck } from '@console/shared-contract/api';
import { useState, type ReactNode } from 'react';
import { deleteInteractiveModel, uploadInteractiveModel, useInteractiveModel } from './upload.queries';
import { ServerFileField } from './server-file-field';
import { uploadMessages } from './upload-messages';
import { WorkspaceModelUpload } from './workspace-model-upload';

const messages = uploadMessages.interactive;
const FILE_NAMES = ['encoder.onnx', 'decoder.onnx', 'model.json'] as const;

/** Uploads or deletes the interactive segmentation model of the workspace. */
export function InteractiveUpload({ kindField, onClose }: { kindField: ReactNode; onClose: () => void }) {
  const { data } = useInteractiveModel();
  const [files, setFiles] = useState<readonly File[]>([]);
  const [serverModel, setServerModel] = useState('');
  return (
    <WorkspaceModelUpload<InteractiveModelCheck>
      kind={{
        messages,
        accept: '.onnx,.json',
        multiple: true,
        guide: '/docs/interactive-model',
        currentName: data?.model?.uploaded ? data.model.name : null,
        prepare: () => {
          if (serverModel) return (onSent) => uploadInteractiveModel(serverModel, onSent);
          const [encoder, decoder, description] = FILE_NAMES.map((name) => files.find((file) => file.name === name));
          if (!encoder || !decoder || !description)
            return messages.missing(FILE_NAMES.filter((name) => files.every((file) => file.name !== name)));
          return (onSent) => uploadInteractiveModel({ encoder, decoder, description }, onSent);
        },
        remove: deleteInteractiveModel,
        toFacts: messages.facts,
        toTiles: ({ pictures = [] }) =>
          pictures.map(({ polygon, ...checkedImage }) => ({
            ...checkedImage,
            shapes: polygon ? [{ bound_box: null, polygon }] : [],
            caption: polygon ? messages.objectFound : messages.nothingFound,
          })),
      }}
      kindField={kindField}
      fields={<ServerFileField kind="interactive" value={serverModel} onChange={setServerModel} />}
      files={serverModel ? [] : files}
      onChooseFiles={(chosenFiles) => {
        setFiles(chosenFiles);
        setServerModel('');
      }}
      onClose={onClose}
    />
  );
}
