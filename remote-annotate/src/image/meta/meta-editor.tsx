import { Button, JsonEditor, makeStyles, Text, tokens } from '@console/shared-ui/basics';
import { useState } from 'react';
import { shapeMessages } from '../../text/shape-messages';
import { isRecord } from '../../outbox';
import { useCanAnnotate } from '../context/screen-context';
import { useDraft } from '../drafts/drafts';
import { formatDraftTime } from '../drafts/format-draft-time';

const useStyles = makeStyles({
  actions: { display: 'flex', gap: tokens.spacingHorizontalS },
  problem: { color: tokens.colorPaletteRedForeground1 },
});

interface MetaEditorProps {
  /** Id of the image or shape. */
  subjectId: string;
  label: string;
  value: unknown;
  saveLabel: string;
  onSave: (value: unknown) => void;
}

/**
 * An editor for meta data as JSON with a save button. Unsaved changes are kept as a draft until they are saved or discarded. Users who may
 * not annotate can only read the value.
 */
export function MetaEditor(props: MetaEditorProps) {
  const { label, value } = props;
  if (useCanAnnotate()) return <EditableMeta {...props} />;
  return <JsonEditor label={label} value={value} modes={['view']} height={260} readOnly />;
}

function EditableMeta({ subjectId, label, value, saveLabel, onSave }: MetaEditorProps) {
  const styles = useStyles();
  const [draft, setDraft] = useDraft(subjectId);
  const [editorKey, setEditorKey] = useState(0);
  // The value to pass to the editor while its text is invalid. Passing the saved value would overwrite the text.
  const [lastTyped, setLastTyped] = useState<{ value: unknown } | null>(null);
  const isDraftValid = draft?.parsed !== null && draft?.parsed !== undefined && isRecord(draft.parsed.value);
  return (
    <>
      <JsonEditor
        label={label}
        value={draft ? (draft.parsed ?? lastTyped ?? { value }).value : value}
        key={editorKey}
        invalidText={draft?.text}
        modes={['tree', 'text']}
        height={260}
        onChange={(nextValue) => {
          setLastTyped({ value: nextValue });
          setDraft({ parsed: { value: nextValue } });
        }}
        onValidityChange={(isValid) => !isValid && setDraft({ parsed: null })}
        onInvalidText={(text) => setDraft({ parsed: null, text })}
      />
      {/* The editor itself shows the error for invalid JSON. */}
      {draft?.parsed && !isDraftValid && (
        <Text role="alert" className={styles.problem}>
          {shapeMessages.metaInvalid}
        </Text>
      )}
      {draft?.isOld && <Text role="status">{shapeMessages.unsavedMeta(formatDraftTime(draft.at))}</Text>}
      <div className={styles.actions}>
        <Button
          disabled={!isDraftValid}
          onClick={() => {
            if (draft?.parsed) onSave(draft.parsed.value);
            setLastTyped(null);
            setDraft(null);
          }}
        >
          {saveLabel}
        </Button>
        {draft && (
          <Button
            appearance="subtle"
            onClick={() => {
              setLastTyped(null);
              setDraft(null);
              setEditorKey(editorKey + 1);
            }}
          >
            {shapeMessages.discardMeta}
          </Button>
        )}
      </div>
    </>
  );
}
