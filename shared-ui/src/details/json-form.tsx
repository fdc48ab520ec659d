import { usePermission } from '@console/shared-auth';
import type { Permission } from '@console/shared-contract/roles';
import { Button, MessageBar, MessageBarBody } from '@fluentui/react-components';
import { useRef, useState } from 'react';
import { SaveIcon } from '../icons';
import { JsonEditor } from '../json-editor/json-editor';
import type { JsonMode } from '../json-editor/props';
import { useUnsavedChanges } from '../unsaved-changes';
import { MergeBar } from '../merge/merge-bar';
import { isEqual, mergeEdits, resolveConflict, startEdits, type Edits } from '../merge/merge-edits';
import { jsonMessages } from '../json-editor/json-messages';
import type { WriteResult } from '../pages/use-write';

export interface JsonFormProps {
  /** Accessible name of the editor. */
  label: string;
  saveLabel: string;
  /** The saved value. While the user has unsaved changes, the editor shows these instead. */
  value: unknown;
  onSave: (value: unknown) => Promise<WriteResult<unknown> | null>;
  modes?: readonly JsonMode[];
  /** Permission that saving needs. Users without this permission can only read the value. Default: manage. */
  permission?: Permission;
  /** Height of the editor in pixels. */
  height?: number;
}

const VIEW_ONLY: readonly JsonMode[] = ['view'];

type JsonFields = Record<string, unknown>;

/** The edited value, and the saved values on which the edit is based. */
type JsonDraft = Pick<Edits<{ value: unknown }>, 'opened' | 'base' | 'values'>;

const isJsonFields = (value: unknown): value is JsonFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Merges a draft with the saved value. Objects are merged key by key at the top level, other values as a whole. */
function mergeJson({ opened, base, values }: JsonDraft, value: unknown) {
  if (!isJsonFields(opened.value) || !isJsonFields(base.value) || !isJsonFields(values.value) || !isJsonFields(value))
    return mergeEdits({ opened, base, values }, { value });
  const mergedEdits = mergeEdits({ opened: opened.value, base: base.value, values: values.value }, value);
  return { ...mergedEdits, opened, base: { value: mergedEdits.base }, values: { value: mergedEdits.values } };
}

function resolveJson(draft: JsonDraft, value: unknown, field: string, choice: 'mine' | 'theirs'): JsonDraft {
  const { opened, base, values } = draft;
  if (!isJsonFields(base.value) || !isJsonFields(values.value) || !isJsonFields(value))
    return resolveConflict(draft, { value }, 'value', choice);
  const resolved = resolveConflict({ opened: base.value, base: base.value, values: values.value }, value, field, choice);
  return { opened, base: { value: resolved.base }, values: { value: resolved.values } };
}

/** Editor for a JSON value of a row, with a Save button. Invalid JSON cannot be saved. A dialog asks before unsaved changes are lost. */
export function JsonForm(props: JsonFormProps) {
  const { label, value, height, permission = 'manage' } = props;
  if (usePermission(permission)) return <EditableJson {...props} />;
  return <JsonEditor label={label} value={value} modes={VIEW_ONLY} height={height} readOnly />;
}

function EditableJson({ label, saveLabel, value, onSave, modes = ['tree', 'text', 'view'], height }: JsonFormProps) {
  const [draft, setDraft] = useState<JsonDraft>();
  const [isValid, setValid] = useState(true);
  const [isSaving, setSaving] = useState(false);
  const [hasMerged, setMerged] = useState(false);
  const firstChoice = useRef<HTMLButtonElement>(null);
  useUnsavedChanges(draft !== undefined || !isValid);
  // JSON null cannot be saved, because the API treats null as a missing field.
  const canSave = draft !== undefined && draft.values.value !== null && isValid && !isSaving;
  const mergedEdits = draft && mergeJson(draft, value);
  const save = async () => {
    if (!canSave || !mergedEdits) return;
    // Merge the latest saved value only when the user saves, so that the text in the editor never changes while the user types.
    if (!isEqual(draft.base.value, value)) {
      setDraft(mergedEdits);
      setMerged(true);
      firstChoice.current?.focus();
      return;
    }
    setMerged(false);
    setSaving(true);
    const result = await onSave(draft.values.value);
    setSaving(false);
    // Keep changes that the user has made during the request.
    if (result?.ok)
      setDraft((current) =>
        current === draft || !current ? undefined : { ...current, opened: draft.values, base: draft.values },
      );
  };
  return (
    <>
      <JsonEditor
        label={label}
        value={draft ? draft.values.value : value}
        onChange={(newValue) => setDraft((current) => ({ ...(current ?? startEdits({ value })), values: { value: newValue } }))}
        onValidityChange={setValid}
        modes={modes}
        height={height}
      />
      {draft?.values.value === null && (
        <MessageBar intent="error">
          <MessageBarBody>{jsonMessages.jsonNull}</MessageBarBody>
        </MessageBar>
      )}
      {hasMerged && mergedEdits && (
        <MergeBar
          merge={{
            conflicts: mergedEdits.conflicts.map((field) => ({
              field,
              label: field,
              saved: isJsonFields(value) ? value[field] : undefined,
            })),
            adopted: mergedEdits.adopted,
            resolve: (field, choice) => setDraft((current) => current && resolveJson(current, value, field, choice)),
            firstChoice,
          }}
        />
      )}
      <div>
        <Button icon={<SaveIcon />} disabledFocusable={!canSave} onClick={() => void save()}>
          {saveLabel}
        </Button>
      </div>
    </>
  );
}
