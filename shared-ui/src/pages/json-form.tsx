import { ApiError } from '@console/shared-auth';
import { Button, MessageBar, MessageBarBody } from '@fluentui/react-components';
import { useState } from 'react';
import { SaveIcon } from '../icons';
import { JsonEditor } from '../json-editor/json-editor';
import type { JsonMode } from '../json-editor/props';
import { useUnsavedChanges } from '../unsaved-changes';
import { messages } from '../messages';
import type { WriteResult } from './use-write';

export interface JsonFormProps {
  /** Name of the editor. */
  label: string;
  saveLabel: string;
  /** As it is saved; what is typed lies over it. */
  value: unknown;
  onSave: (value: unknown) => Promise<WriteResult<unknown> | null>;
  modes?: readonly JsonMode[];
  /** Pixels. */
  height?: number;
}

interface Draft {
  value: unknown;
  /** What was saved when the first change was made here; null once the server has refused it as older: the person knows. */
  base: string | null;
}

/** JSON of a row, edited and saved. What does not parse cannot be saved, and what was typed is asked for before the page is left. */
export function JsonForm({ label, saveLabel, value, onSave, modes = ['tree', 'text', 'view'], height }: JsonFormProps) {
  const [draft, setDraft] = useState<Draft>();
  const [isValid, setValid] = useState(true);
  const [isSaving, setSaving] = useState(false);
  const [wasChanged, setChanged] = useState(false);
  useUnsavedChanges(draft !== undefined || !isValid);
  // The API takes null for a field that is not sent.
  const canSave = draft !== undefined && draft.value !== null && isValid && !isSaving;
  const save = async () => {
    if (!canSave) return;
    const saved = JSON.stringify(value);
    if (draft.base !== null && draft.base !== saved) {
      // Whoever has read this saves over what somebody else has saved since the first change was made here.
      setDraft({ ...draft, base: saved });
      setChanged(true);
      return;
    }
    setChanged(false);
    setSaving(true);
    const written = await onSave(draft.value);
    setSaving(false);
    // What was typed while it was on its way stays.
    if (written?.ok) setDraft((now) => (now === draft ? undefined : now));
    else if (written && written.error instanceof ApiError && written.error.status === 409)
      setDraft((now) => now && { ...now, base: null });
  };
  return (
    <>
      <JsonEditor
        label={label}
        value={draft ? draft.value : value}
        onChange={(next) => setDraft((now) => ({ value: next, base: now ? now.base : JSON.stringify(value) }))}
        onValidityChange={setValid}
        modes={modes}
        height={height}
      />
      {draft?.value === null && (
        <MessageBar intent="error">
          <MessageBarBody>{messages.jsonNull}</MessageBarBody>
        </MessageBar>
      )}
      {wasChanged && (
        <MessageBar intent="warning">
          <MessageBarBody>{messages.changedByOther}</MessageBarBody>
        </MessageBar>
      )}
      <div>
        <Button icon={<SaveIcon />} disabledFocusable={!canSave} onClick={() => void save()}>
          {saveLabel}
        </Button>
      </div>
    </>
  );
}
