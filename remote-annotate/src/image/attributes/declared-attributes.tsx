import { isShapeFlag, type AttributeDefinition, type AttributeValue } from '@console/shared-contract/shape-attributes';
import { Button, DeleteIcon, Field, Input, makeStyles, tokens } from '@console/shared-ui/basics';
import { Checkbox, Radio, RadioGroup, Select } from '@console/shared-ui/choices';
import { useState, type KeyboardEvent } from 'react';
import { attributeMessages } from './attribute-messages';
import type { SelectedAttributes } from './selected-attributes';

interface DeclaredAttributesProps {
  attributes: SelectedAttributes;
}

/** Attributes with more choices get a list instead of radio buttons, because each radio button needs a digit as its key. */
const MAX_RADIO_BUTTONS = 9;

const useStyles = makeStyles({
  radios: { flexWrap: 'wrap' },
  undeclaredAttribute: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalXS, minWidth: 0 },
  text: { minWidth: 0, overflowWrap: 'anywhere', color: tokens.colorNeutralForeground2 },
});

/** The attributes that the label of the selected shapes declares, and others that an import or an API client has set. */
export function DeclaredAttributes({ attributes }: DeclaredAttributesProps) {
  const { definitions, names, selectionKey } = attributes;
  const undeclaredNames = names.filter(
    (name) => !isShapeFlag(name) && !definitions.some((definition) => definition.name === name),
  );
  return (
    <>
      {definitions.map((definition) => (
        // The key resets the inputs when other shapes are selected.
        <AttributeControl key={`${selectionKey} ${definition.name}`} definition={definition} attributes={attributes} />
      ))}
      {undeclaredNames.map((name) => (
        <UndeclaredAttribute key={name} name={name} attributes={attributes} />
      ))}
    </>
  );
}

interface ControlProps {
  definition: AttributeDefinition;
  value: AttributeValue | null;
  isMixed: boolean;
  isDisabled: boolean;
  onChange: (value: AttributeValue | null) => void;
}

function AttributeControl({ definition, attributes }: { definition: AttributeDefinition; attributes: SelectedAttributes }) {
  const { name, type, required: isRequired, choices = [] } = definition;
  const { getValue, setValue, isDisabled } = attributes;
  const valueState = getValue(name);
  const isMixed = valueState === 'mixed';
  const value = isMixed ? null : valueState.value;
  const Control = type === 'choice' ? (choices.length > MAX_RADIO_BUTTONS ? ChoiceList : ChoiceButtons) : CONTROLS[type];
  const controlProps = {
    definition,
    value,
    isMixed,
    isDisabled,
    onChange: (next: AttributeValue | null) => setValue(name, next),
  };
  const isMissing = isRequired === true && !isMixed && value === null;
  return (
    <div data-attribute-group>
      {type === 'checkbox' ? (
        <Control {...controlProps} />
      ) : (
        <Field
          label={name}
          required={isRequired}
          validationState={isMissing ? 'warning' : 'none'}
          validationMessage={isMissing ? attributeMessages.required : undefined}
        >
          <Control {...controlProps} />
        </Field>
      )}
    </div>
  );
}

function CheckboxControl({ definition: { name }, value, isMixed, isDisabled, onChange }: ControlProps) {
  const checked = isMixed ? 'mixed' : value === true;
  return <Checkbox label={name} checked={checked} disabled={isDisabled} onChange={() => onChange(checked !== true)} />;
}

function NumberControl({ definition: { min, max }, value, isMixed, isDisabled, onChange }: ControlProps) {
  const parse = (text: string) => {
    const number = Number(text);
    if (text.trim() === '') return null;
    return Number.isFinite(number) && number >= (min ?? -Infinity) && number <= (max ?? Infinity) ? number : undefined;
  };
  return (
    <DraftInput
      value={value}
      isMixed={isMixed}
      isDisabled={isDisabled}
      onChange={onChange}
      parse={parse}
      input={{ type: 'number', ...(min !== undefined && { min }), ...(max !== undefined && { max }), step: 'any' }}
    />
  );
}

function TextControl({ value, isMixed, isDisabled, onChange }: ControlProps) {
  return (
    <DraftInput
      value={value}
      isMixed={isMixed}
      isDisabled={isDisabled}
      onChange={onChange}
      parse={(text) => text.trim() || null}
      input={{ maxLength: 1000 }}
    />
  );
}

interface DraftInputProps extends Pick<ControlProps, 'value' | 'isMixed' | 'isDisabled' | 'onChange'> {
  /** Returns null for no value, and undefined for an invalid text. */
  parse: (text: string) => AttributeValue | null | undefined;
  input: { type?: 'number'; min?: number; max?: number; step?: string; maxLength?: number };
}

/** An input whose text becomes the value when the user leaves it or presses Enter. An invalid text is discarded. */
function DraftInput({ value, isMixed, isDisabled, onChange, parse, input }: DraftInputProps) {
  const [draftText, setDraftText] = useState<string | null>(null);
  const commitDraft = () => {
    const parsedValue = draftText === null ? undefined : parse(draftText);
    if (parsedValue !== undefined && parsedValue !== value) onChange(parsedValue);
    setDraftText(null);
  };
  return (
    <Input
      {...input}
      size="small"
      disabled={isDisabled}
      placeholder={isMixed ? attributeMessages.different : ''}
      value={draftText ?? (value === null ? '' : String(value))}
      onChange={(_, data) => setDraftText(data.value)}
      onBlur={commitDraft}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commitDraft();
        if (event.key !== 'Escape' || draftText === null) return;
        event.stopPropagation();
        setDraftText(null);
      }}
    />
  );
}

/** Radio value for "no value". No choice has this value, because choices are not empty. */
const NOT_SET = '';
/** Radio value if the selected shapes have different values. No choice contains this character, because the database cannot store it. */
const MIXED = '\0';

function ChoiceButtons({ definition: { choices = [] }, value, isMixed, isDisabled, onChange }: ControlProps) {
  const styles = useStyles();
  const onKeyDown = (event: KeyboardEvent) => {
    const choice = event.ctrlKey || event.altKey || event.metaKey ? undefined : choices[Number(event.key) - 1];
    if ((choice === undefined && event.key !== '0') || isDisabled) return;
    // While the group has the focus, a digit sets the value instead of choosing a label.
    event.preventDefault();
    onChange(choice ?? null);
  };
  return (
    <RadioGroup
      layout="horizontal"
      className={styles.radios}
      disabled={isDisabled}
      value={isMixed ? MIXED : String(value ?? NOT_SET)}
      onChange={(_, data) => onChange(data.value || null)}
      onKeyDown={onKeyDown}
    >
      <Radio value={NOT_SET} label={attributeMessages.choice(0, attributeMessages.notSet)} />
      {choices.map((choice, index) => (
        <Radio key={choice} value={choice} label={attributeMessages.choice(index + 1, choice)} />
      ))}
    </RadioGroup>
  );
}

function ChoiceList({ definition: { choices = [] }, value, isMixed, isDisabled, onChange }: ControlProps) {
  return (
    <Select
      size="small"
      disabled={isDisabled}
      value={isMixed ? MIXED : String(value ?? NOT_SET)}
      onChange={(_, data) => onChange(data.value || null)}
    >
      {isMixed && (
        <option value={MIXED} disabled>
          {attributeMessages.different}
        </option>
      )}
      <option value={NOT_SET}>{attributeMessages.notSet}</option>
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {choice}
        </option>
      ))}
    </Select>
  );
}

const CONTROLS = { checkbox: CheckboxControl, number: NumberControl, text: TextControl };

function UndeclaredAttribute({ name, attributes }: { name: string; attributes: SelectedAttributes }) {
  const styles = useStyles();
  const { getValue, setValue, isDisabled } = attributes;
  const valueState = getValue(name);
  return (
    <div className={styles.undeclaredAttribute}>
      <span className={styles.text}>
        {attributeMessages.undeclared(name, valueState === 'mixed' ? attributeMessages.different : formatValue(valueState.value))}
      </span>
      {!isDisabled && (
        <Button
          size="small"
          appearance="subtle"
          icon={<DeleteIcon />}
          aria-label={attributeMessages.remove(name)}
          onClick={() => setValue(name, null)}
        />
      )}
    </div>
  );
}

function formatValue(value: AttributeValue | null): string {
  if (typeof value === 'boolean') return value ? attributeMessages.yes : attributeMessages.no;
  return String(value ?? '');
}
