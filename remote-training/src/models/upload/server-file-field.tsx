import { SelectField } from '@console/shared-ui/choices';
import { useServerModelFiles } from './upload.queries';
import { uploadMessages as messages } from './upload-messages';

interface ServerFileFieldProps {
  kind?: 'files' | 'interactive';
  /** Name of the chosen file; '' for none. */
  value: string;
  disabled?: boolean;
  onChange: (name: string) => void;
}

/** A choice of the models that the operator of the server offers. Renders nothing if there are none. */
export function ServerFileField({ kind = 'files', value, disabled = false, onChange }: ServerFileFieldProps) {
  const files = useServerModelFiles(kind);
  if (files.length === 0) return null;
  return (
    <SelectField
      label={kind === 'files' ? messages.serverFile : messages.serverModel}
      choices={[
        { value: '', label: messages.noServerFile },
        ...files.map(({ name, bytes }) => ({ value: name, label: messages.chosen(name, bytes) })),
      ]}
      value={value}
      disabled={disabled}
      onChange={onChange}
    />
  );
}

/** Derives the name of a model from its file name. */
export const toModelName = (file: File | string) => (typeof file === 'string' ? file : file.name).replace(/\.onnx$/i, '');
