import { COCO_PERSON, MAX_POINT_NAME, MAX_SKELETON_POINTS } from '@console/shared-contract/skeleton';
import { AddIcon, Button, DeleteIcon, Input, makeStyles, Text, tokens } from '@console/shared-ui/basics';
import { Select } from '@console/shared-ui/choices';
import { useFormField, type ControlProps, type FieldValues } from '@console/shared-ui/forms';
import { useRef, useState } from 'react';
import { formatTemplate, parseTemplate } from '../../tasks-and-labels/template-text';
import { EdgeList } from './edge-list';
import {
  addPoint,
  changePoint,
  findInvalidNames,
  removePoint,
  setRightPoint,
  toDraft,
  toTemplate,
  type PointDraft,
  type TemplateDraft,
} from './template-draft';
import { templateMessages as messages } from './template-messages';
import { TemplatePreview } from './template-preview';

const useStyles = makeStyles({
  group: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalS,
    margin: 0,
    padding: 0,
    border: 0,
    minWidth: 0,
  },
  buttons: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
  points: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalXS,
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
  point: { display: 'flex', gap: tokens.spacingHorizontalXS, alignItems: 'center', flexWrap: 'wrap' },
  name: { flex: '1 1 120px', minWidth: 0 },
  right: { flex: '1 1 110px', minWidth: 0 },
  number: { width: '72px' },
  error: { color: tokens.colorPaletteRedForeground1 },
});

const EMPTY_DRAFT: TemplateDraft = { points: [], edges: [], pairs: [] };

const parseDraft = (text: string): TemplateDraft => {
  const template = parseTemplate(text);
  return template ? toDraft(template) : EMPTY_DRAFT;
};

interface SkeletonControlProps<Values extends FieldValues> extends Pick<ControlProps<Values, string>, 'control' | 'name'> {
  /** Number of skeletons that use the points. */
  skeletons: number;
}

/**
 * Form field for the skeleton of a label: its points, their pairs and positions, and the edges between them. The value of the
 * field is the template as text.
 */
export function SkeletonControl<Values extends FieldValues>({ control, name, skeletons }: SkeletonControlProps<Values>) {
  const styles = useStyles();
  const section = useRef<HTMLFieldSetElement>(null);
  const validate = (text: string) => findInvalidNames(parseDraft(text)).size === 0 || messages.invalidName;
  const { value, onChange, error } = useFormField<Values, string>({ control, name, validate });
  const draft = parseDraft(value);
  const setDraft = (newDraft: TemplateDraft) => {
    onChange(formatTemplate(toTemplate(newDraft)));
  };
  /** Sets the draft and moves the focus, for buttons that disappear while they have the focus. */
  const setDraftAndFocus = (newDraft: TemplateDraft) => {
    setDraft(newDraft);
    section.current?.focus();
  };
  const isInUse = skeletons > 0;
  const { points } = draft;
  return (
    <fieldset ref={section} className={styles.group} tabIndex={-1} aria-label={messages.skeleton}>
      <Text as="span" weight="semibold" role="heading" aria-level={3}>
        {messages.skeleton}
      </Text>
      <Text size={200}>{isInUse ? messages.inUse(skeletons) : messages.hint}</Text>
      {points.length === 0 ? (
        <div className={styles.buttons}>
          <Button icon={<AddIcon />} onClick={() => setDraftAndFocus(addPoint(draft, messages.newPoint))}>
            {messages.add}
          </Button>
          <Button onClick={() => setDraftAndFocus(toDraft(COCO_PERSON))}>{messages.usePerson}</Button>
        </div>
      ) : (
        <>
          <TemplatePreview draft={draft} onMove={(id, position) => setDraft(changePoint(draft, id, position))} />
          <ol className={styles.points} aria-label={messages.points}>
            {points.map((point, index) => (
              <PointFields
                key={point.id}
                draft={draft}
                point={point}
                index={index}
                isInUse={isInUse}
                onChange={setDraft}
                onRemove={() => setDraftAndFocus(removePoint(draft, point.id))}
              />
            ))}
          </ol>
          {error && (
            <Text role="alert" className={styles.error}>
              {error}
            </Text>
          )}
          <div className={styles.buttons}>
            <Button
              icon={<AddIcon />}
              disabled={isInUse || points.length >= MAX_SKELETON_POINTS}
              onClick={() => setDraft(addPoint(draft, messages.newPoint))}
            >
              {messages.addPoint}
            </Button>
            <Button disabled={isInUse} onClick={() => setDraftAndFocus(EMPTY_DRAFT)}>
              {messages.remove}
            </Button>
          </div>
          {/* Discard the points chosen for an edge when a point is removed, because the ids of later points change. */}
          <EdgeList key={points.length} draft={draft} onAdd={setDraft} onRemove={setDraftAndFocus} />
        </>
      )}
    </fieldset>
  );
}

interface PointFieldsProps {
  draft: TemplateDraft;
  point: PointDraft;
  index: number;
  isInUse: boolean;
  onChange: (draft: TemplateDraft) => void;
  onRemove: () => void;
}

function PointFields({ draft, point, index, isInUse, onChange, onRemove }: PointFieldsProps) {
  const styles = useStyles();
  const { id, name } = point;
  const changeFields = (fields: Partial<PointDraft>) => onChange(changePoint(draft, id, fields));
  const pairedRightPointId = draft.pairs.find(([leftPointId]) => leftPointId === id)?.[1];
  const leftId = draft.pairs.find(([, rightPointId]) => rightPointId === id)?.[0];
  const leftPointName = draft.points.find((point) => point.id === leftId)?.name;
  return (
    <li className={styles.point}>
      <Input
        className={styles.name}
        aria-label={messages.name(index + 1)}
        value={name}
        maxLength={MAX_POINT_NAME}
        onChange={(_, { value }) => changeFields({ name: value })}
      />
      <Select
        className={styles.right}
        aria-label={messages.right(name)}
        value={pairedRightPointId === undefined ? '' : String(pairedRightPointId)}
        onChange={(_, { value }) =>
          onChange(setRightPoint(draft, id, draft.points.find((point) => String(point.id) === value)?.id ?? null))
        }
      >
        <option value="">{leftPointName === undefined ? messages.noRight : messages.rightOf(leftPointName)}</option>
        {draft.points.flatMap((otherPoint) =>
          otherPoint.id === id
            ? []
            : [
                <option key={otherPoint.id} value={otherPoint.id}>
                  {messages.leftOf(otherPoint.name)}
                </option>,
              ],
        )}
      </Select>
      {(['x', 'y'] as const).map((axis) => (
        <PercentInput
          key={axis}
          label={messages[axis](name)}
          value={point[axis]}
          onChange={(value) => changeFields({ [axis]: value })}
        />
      ))}
      <Button
        appearance="subtle"
        icon={<DeleteIcon />}
        aria-label={messages.removePoint(name)}
        disabled={isInUse}
        onClick={onRemove}
      />
    </li>
  );
}

/** A number field from 0 to 100. An invalid text is shown while the user types it, but not applied. */
function PercentInput({ label, value, onChange }: { label: string; value: number; onChange: (value: number) => void }) {
  const styles = useStyles();
  const [text, setText] = useState<string | null>(null);
  return (
    <Input
      className={styles.number}
      type="number"
      min={0}
      max={100}
      step={1}
      aria-label={label}
      value={text ?? String(value)}
      onChange={(_, { value: typed }) => {
        setText(typed);
        const percent = Number(typed);
        if (typed.trim() !== '' && percent >= 0 && percent <= 100) onChange(percent);
      }}
      onBlur={() => setText(null)}
    />
  );
}
