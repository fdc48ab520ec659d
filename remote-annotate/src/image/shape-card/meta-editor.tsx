import { Button, JsonEditor, makeStyles, Text, tokens } from '@console/shared-ui/basics';
import { useState } from 'react';
import { messages } from '../../messages';
import { isRecord } from '../../outbox';
import { useDraft } from '../drafts/drafts';
import { formatDraftTime } from '../drafts/format-draft-time';

const shapeMessages = messages.shape;
const useStyles = makeStyles({
  actions: { display: 'flex', gap: tokens.spacingHorizontalS },
  problem: { color: tokens.colorPaletteRedForeground1 },
});

export interface MetaEditorProps {
  /** The id of the image or the shape. */
  of: string;
  label: string;
  value: unknown;
  saveLabel: string;
  onSave: (value: unknown) => void;
}

/** Meta data as JSON, saved by a button. What is typed stays until it is saved or dropped, whatever is looked at meanwhile. */
export function MetaEditor({ of, label, value, saveLabel, onSave }: MetaEditorProps) {
  const styles = useStyles();
  const [draft, setDraft] = useDraft(of);
  const [round, setRound] = useState(0);
  // While what is typed is no JSON the editor has this for its value: the saved one would be put over what is typed.
  const [lastTyped, setLastTyped] = useState<{ value: unknown } | null>(null);
  const isObject = draft?.parsed !== null && draft?.parsed !== undefined && isRecord(draft.parsed.value);
  return (
    <>
      <JsonEditor
        label={label}
        value={draft ? (draft.parsed ?? lastTyped ?? { value }).value : value}
        key={round}
        invalidText={draft?.text}
        modes={['tree', 'text']}
        height={260}
        onChange={(next) => {
          setLastTyped({ value: next });
          setDraft({ parsed: { value: next } });
        }}
        onValidityChange={(isValid) => !isValid && setDraft({ parsed: null })}
        onInvalidText={(text) => setDraft({ parsed: null, text })}
      />
      {/* Of what is no JSON the editor tells itself. */}
      {draft?.parsed && !isObject && (
        <Text role="alert" className={styles.problem}>
          {shapeMessages.metaInvalid}
        </Text>
      )}
      {draft?.isOld && <Text role="status">{shapeMessages.keptMeta(formatDraftTime(draft.at))}</Text>}
      <div className={styles.actions}>
        <Button
          disabled={!isObject}
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
              setRound(round + 1);
            }}
          >
            {shapeMessages.dropMeta}
          </Button>
        )}
      </div>
    </>
  );
}
