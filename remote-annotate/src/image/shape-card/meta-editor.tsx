import { Button, JsonEditor, Text, tokens, useUnsaved } from '@console/shared-ui/basics';
import { useState } from 'react';
import { messages } from '../../messages';

export interface MetaEditorProps {
  label: string;
  value: unknown;
  saveLabel: string;
  onSave: (value: unknown) => void;
}

/** Meta data as JSON, saved by a button. */
export function MetaEditor({ label, value, saveLabel, onSave }: MetaEditorProps) {
  const [draft, setDraft] = useState<{ value: unknown } | null>(null);
  const [isValid, setIsValid] = useState(true);
  useUnsaved(draft !== null || !isValid);
  return (
    <>
      <JsonEditor
        label={label}
        value={value}
        modes={['tree', 'text']}
        height={260}
        onChange={(next) => setDraft({ value: next })}
        onValidityChange={setIsValid}
      />
      {!isValid && <Text style={{ color: tokens.colorPaletteRedForeground1 }}>{messages.shape.metaInvalid}</Text>}
      <Button
        disabled={!isValid || draft === null}
        onClick={() => {
          if (draft) onSave(draft.value);
          setDraft(null);
        }}
      >
        {saveLabel}
      </Button>
    </>
  );
}
