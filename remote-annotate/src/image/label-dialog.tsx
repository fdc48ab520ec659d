import { ColorSwatch, Field, FormDialog, Input, makeStyles, mergeClasses, SearchBox, tokens } from '@console/shared-ui/basics';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { Editor, Label, PendingShape } from '../editor';
import { messages } from '../messages';
import { useTopic } from '../editor/view/use-topic';

const words = messages.labelDialog;
const useStyles = makeStyles({
  search: { maxWidth: 'none' },
  list: {
    maxHeight: 'min(320px, 40vh)',
    overflowY: 'auto',
    margin: 0,
    padding: 0,
    listStyleType: 'none',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
  },
  option: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    padding: `${tokens.spacingVerticalSNudge} ${tokens.spacingHorizontalM}`,
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
  },
  chosen: { backgroundColor: tokens.colorBrandBackground2, fontWeight: tokens.fontWeightSemibold },
  name: { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  none: { padding: tokens.spacingHorizontalM, color: tokens.colorNeutralForeground3 },
});

/** Asks for the label, or the name, of the shape that was just drawn. */
export function LabelDialog({ editor }: { editor: Editor }) {
  const pending = useTopic(editor.topics.pending);
  // Another pending shape is another form.
  return pending && <PendingForm key={pending.data.join()} editor={editor} pending={pending} />;
}

function PendingForm({ editor, pending }: { editor: Editor; pending: PendingShape }) {
  const labels = useTopic(editor.topics.labels);
  const [choice, setChoice] = useState(pending.kind === 'point' ? '' : (pending.suggestedLabelId ?? ''));
  const [error, setError] = useState<string | null>(null);
  const submit = () => {
    if (pending.kind !== 'point' && choice === '') return;
    const result = editor.confirmPending(choice);
    if (!result.ok) setError(result.reason === 'name-too-long' ? words.nameTooLong : words.labelGone);
  };
  return (
    <FormDialog
      open
      dismissible={false}
      title={words.title(words.types[pending.kind])}
      submitLabel={words.create}
      submitDisabled={pending.kind !== 'point' && choice === ''}
      error={error}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onClose={() => editor.cancelPending()}
    >
      {pending.kind === 'point' ? (
        <Field label={words.pointName}>
          <Input autoFocus value={choice} onChange={(_, data) => setChoice(data.value)} />
        </Field>
      ) : (
        <LabelList labels={labels[pending.kind]} chosen={choice} onChoose={setChoice} onConfirm={submit} />
      )}
    </FormDialog>
  );
}

interface LabelListProps {
  labels: readonly Label[];
  chosen: string;
  onChoose: (id: string) => void;
  onConfirm: () => void;
}

/** Type to filter, arrows to choose, Enter (the form's) to confirm: the hand stays on the keyboard. */
function LabelList({ labels, chosen, onChoose, onConfirm }: LabelListProps) {
  const styles = useStyles();
  const listId = useId();
  const [search, setSearch] = useState('');
  const active = useRef<HTMLLIElement>(null);
  const found = useMemo(
    () => labels.filter((label) => label.name.toLowerCase().includes(search.trim().toLowerCase())),
    [labels, search],
  );
  useEffect(() => {
    // In braces: newer browsers answer a promise, which React would take for a clean-up function and call.
    active.current?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);

  const filter = (text: string) => {
    setSearch(text);
    const matches = labels.filter((label) => label.name.toLowerCase().includes(text.trim().toLowerCase()));
    if (!matches.some((label) => label.id === chosen)) onChoose(text.trim() === '' ? '' : (matches[0]?.id ?? ''));
  };
  const step = (by: 1 | -1) => {
    const at = found.findIndex((label) => label.id === chosen);
    const next = found[at === -1 ? (by === 1 ? 0 : found.length - 1) : Math.min(found.length - 1, Math.max(0, at + by))];
    if (next) onChoose(next.id);
  };
  return (
    <>
      <SearchBox
        className={styles.search}
        autoFocus
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={chosen ? `${listId}-${chosen}` : undefined}
        aria-label={words.search}
        placeholder={words.search}
        value={search}
        onChange={(_, data) => filter(data.value)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          step(event.key === 'ArrowDown' ? 1 : -1);
        }}
      />
      <ul id={listId} role="listbox" aria-label={messages.shape.label} className={styles.list}>
        {found.length === 0 && <li className={styles.none}>{words.noMatch}</li>}
        {found.map((label) => (
          <li
            key={label.id}
            id={`${listId}-${label.id}`}
            ref={label.id === chosen ? active : undefined}
            role="option"
            aria-selected={label.id === chosen}
            className={mergeClasses(styles.option, label.id === chosen && styles.chosen)}
            // The focus stays in the search field, so that Enter confirms after a click too.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(label.id)}
            onDoubleClick={onConfirm}
          >
            {/* The name stands beside it: a colour code read out before each would only be in the way. */}
            <span aria-hidden>
              <ColorSwatch color={label.color} />
            </span>
            <span className={styles.name}>{label.name}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
