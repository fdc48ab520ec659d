import { ApiError } from '@console/shared-auth';
import { Button, MessageBar, MessageBarBody } from '@fluentui/react-components';
import { useState } from 'react';
import { SaveIcon } from '../icons';
import { JsonEditor } from '../json-editor/json-editor';
import type { JsonMode } from '../json-editor/props';
import { useUnsavedChanges } from '../unsaved-changes';
import { messages } from '../messages';
import type { WriteResult } from '../pages/use-write';

export interface JsonFormProps {
  /** Accessible name of the editor. */
  label: string;
  saveLabel: string;
  /** The saved value. Unsaved input takes precedence over it. */
  value: unknown;
  onSave: (value: unknown) => Promise<WriteResult<unknown> | null>;
  modes?: readonly JsonMode[];
  /** Pixels. */
  height?: number;
}

interface Draft {
  value: unknown;
  /** The saved JSON when the user started editing. Null after a conflict was reported: the next save overwrites the row. */
  base: string | null;
}

/** An editor for the JSON of a row with a Save button. Invalid JSON cannot be saved. Leaving asks about unsaved changes. */
export function JsonForm({ label, saveLabel, value, onSave, modes = ['tree', 'text', 'view'], height }: JsonFormProps) {
  const [draft, setDraft] = useState<Draft>();
  const [isValid, setValid] = useState(true);
  const [isSaving, setSaving] = useState(false);
  const [hasConflict, setConflict] = useState(false);
  useUnsavedChanges(draft !== undefined || !isValid);
  // The API treats null like a missing field, so null cannot be saved.
  const canSave = draft !== undefined && draft.value !== null && isValid && !isSaving;
  const save = async () => {
    if (!canSave) return;
    const savedJson = JSON.stringify(value);
    if (draft.base !== null && draft.base !== savedJson) {
      // The user has now been warned about the conflict, so the next save overwrites the row.
      setDraft({ ...draft, base: savedJson });
      setConflict(true);
      return;
    }
    setConflict(false);
    setSaving(true);
    const result = await onSave(draft.value);
    setSaving(false);
    // Changes that the user makes during the request stay in the draft.
    if (result?.ok) setDraft((current) => (current === draft ? undefined : current));
    else if (result && result.error instanceof ApiError && result.error.status === 409)
      setDraft((current) => current && { ...current, base: null });
  };
  return (
    <>
      <JsonEditor
        label={label}
        value={draft ? draft.value : value}
        onChange={(next) => setDraft((current) => ({ value: next, base: current ? current.base : JSON.stringify(value) }))}
        onValidityChange={setValid}
        modes={modes}
        height={height}
      />
      {draft?.value === null && (
        <MessageBar intent="error">
          <MessageBarBody>{messages.jsonNull}</MessageBarBody>
        </MessageBar>
      )}
      {hasConflict && (
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
