import { ATTRIBUTE_LIMITS, ATTRIBUTE_TYPES, type AttributeType } from '@console/shared-contract/shape-attributes';
import { AddIcon, Button, DeleteIcon, Field, Input, makeStyles, Text, tokens, Tooltip } from '@console/shared-ui/basics';
import { Checkbox, Select } from '@console/shared-ui/choices';
import { useFormField, type ControlProps, type FieldValues } from '@console/shared-ui/forms';
import { useRef, useState } from 'react';
import { attributeMessages } from './attribute-messages';
import { EMPTY_DRAFT, splitChoices, validateDrafts, type DefinitionDraft } from './definition-draft';

const useStyles = makeStyles({
  section: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalS,
    minWidth: 0,
    margin: 0,
    padding: 0,
    border: 0,
  },
  title: { padding: 0, fontWeight: tokens.fontWeightSemibold },
  hint: { color: tokens.colorNeutralForeground3 },
  definition: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'end',
    gap: tokens.spacingHorizontalS,
    minWidth: 0,
    margin: 0,
    padding: tokens.spacingHorizontalS,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
  },
  wide: { flexGrow: 1, flexBasis: '180px', minWidth: 0 },
  type: { flexBasis: '128px', minWidth: 0 },
  narrow: { flexBasis: '88px', flexGrow: 1, minWidth: 0 },
  input: { minWidth: 0 },
  buttons: { display: 'flex', marginInlineStart: 'auto' },
  error: { color: tokens.colorPaletteRedForeground1 },
});

/** Form field for the attributes that a label declares, in their order on the image screen. */
export function DefinitionsControl<Values extends FieldValues>(
  props: Pick<ControlProps<Values, readonly DefinitionDraft[]>, 'control' | 'name'>,
) {
  const styles = useStyles();
  const section = useRef<HTMLFieldSetElement>(null);
  const [addedIndex, setAddedIndex] = useState<number | null>(null);
  const {
    value: drafts,
    onChange,
    error,
    ref,
  } = useFormField<Values, readonly DefinitionDraft[]>({ ...props, validate: validateDrafts });
  const changeDraft = (index: number, patch: Partial<DefinitionDraft>) =>
    onChange(drafts.map((draft, position) => (position === index ? { ...draft, ...patch } : draft)));
  const removeDraft = (index: number) => {
    onChange(drafts.filter((_, position) => position !== index));
    // Focus the section, because the focused button is removed together with its attribute.
    section.current?.focus();
  };
  const moveDraftUp = (index: number) => {
    onChange(
      drafts.map((draft, position) =>
        position === index - 1 ? drafts[index]! : position === index ? drafts[index - 1]! : draft,
      ),
    );
    // Move the focus together with the attribute, so that pressing the same key moves the attribute again. The first attribute has no
    // button to move up, so focus its name field.
    const targetFieldset = section.current?.querySelectorAll('fieldset')[index - 1];
    targetFieldset?.querySelector<HTMLElement>(index > 1 ? 'button' : 'input')?.focus();
  };
  return (
    <fieldset ref={section} className={styles.section} tabIndex={-1} aria-describedby={error ? 'attribute-problem' : undefined}>
      <legend className={styles.title}>{attributeMessages.title}</legend>
      <Text size={200} className={styles.hint}>
        {attributeMessages.hint}
      </Text>
      {drafts.map((draft, index) => (
        // Use the index as key: attributes have no ids, and their names change while the user types.
        <Definition
          key={index}
          draft={draft}
          position={index + 1}
          isAdded={index === addedIndex}
          onChange={(patch) => changeDraft(index, patch)}
          onRemove={() => removeDraft(index)}
          onMoveUp={index === 0 ? undefined : () => moveDraftUp(index)}
        />
      ))}
      {error && (
        <Text role="alert" id="attribute-problem" className={styles.error}>
          {error}
        </Text>
      )}
      <div>
        <Button
          ref={ref}
          size="small"
          icon={<AddIcon />}
          disabled={drafts.length >= ATTRIBUTE_LIMITS.definitions}
          onClick={() => {
            setAddedIndex(drafts.length);
            onChange([...drafts, EMPTY_DRAFT]);
          }}
        >
          {attributeMessages.add}
        </Button>
      </div>
    </fieldset>
  );
}

interface DefinitionProps {
  draft: DefinitionDraft;
  /** Position in the list, starting at 1. */
  position: number;
  /** Whether the user has just added the attribute. Its name field then gets the focus. */
  isAdded: boolean;
  onChange: (patch: Partial<DefinitionDraft>) => void;
  onRemove: () => void;
  /** Absent for the first attribute. */
  onMoveUp: (() => void) | undefined;
}

function Definition({ draft, position, isAdded, onChange, onRemove, onMoveUp }: DefinitionProps) {
  const styles = useStyles();
  const { name, type, choices, min, max, required: isRequired } = draft;
  const title = name.trim() || attributeMessages.position(position);
  const createInput = (field: 'choices' | 'min' | 'max', value: string, className: string) => (
    <Field className={className} label={attributeMessages[field]}>
      <Input className={styles.input} value={value} onChange={(_, data) => onChange({ [field]: data.value })} />
    </Field>
  );
  return (
    <fieldset className={styles.definition} aria-label={title}>
      <Field className={styles.wide} label={attributeMessages.name}>
        <Input autoFocus={isAdded} className={styles.input} value={name} onChange={(_, data) => onChange({ name: data.value })} />
      </Field>
      <Field className={styles.type} label={attributeMessages.type}>
        <Select value={type} onChange={(_, data) => onChange({ type: data.value as AttributeType, initial: '' })}>
          {ATTRIBUTE_TYPES.map((shownType) => (
            <option key={shownType} value={shownType}>
              {attributeMessages.types[shownType]}
            </option>
          ))}
        </Select>
      </Field>
      {type === 'choice' && createInput('choices', choices, styles.wide)}
      {type === 'number' && createInput('min', min, styles.narrow)}
      {type === 'number' && createInput('max', max, styles.narrow)}
      <InitialField draft={draft} onChange={onChange} />
      <Checkbox
        label={attributeMessages.required}
        checked={isRequired}
        onChange={(_, data) => onChange({ required: data.checked === true })}
      />
      <div className={styles.buttons}>
        {onMoveUp && (
          <Button appearance="subtle" aria-label={attributeMessages.moveUpNamed(title)} onClick={onMoveUp}>
            {attributeMessages.moveUp}
          </Button>
        )}
        <Tooltip content={attributeMessages.remove(title)} relationship="label">
          <Button appearance="subtle" icon={<DeleteIcon />} onClick={onRemove} />
        </Tooltip>
      </div>
    </fieldset>
  );
}

function InitialField({ draft: { type, choices, initial }, onChange }: Pick<DefinitionProps, 'draft' | 'onChange'>) {
  const styles = useStyles();
  const options =
    type === 'checkbox'
      ? [['true', attributeMessages.checked] as const, ['false', attributeMessages.notChecked] as const]
      : splitChoices(choices).map((choice) => [choice, choice] as const);
  return (
    <Field className={styles.wide} label={attributeMessages.initial}>
      {type === 'checkbox' || type === 'choice' ? (
        <Select value={initial} onChange={(_, data) => onChange({ initial: data.value })}>
          <option value="">{attributeMessages.none}</option>
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </Select>
      ) : (
        <Input className={styles.input} value={initial} onChange={(_, data) => onChange({ initial: data.value })} />
      )}
    </Field>
  );
}
