import { isShapeFlag, SHAPE_FLAGS, type ShapeFlag } from '@console/shared-contract/shape-attributes';
import { Button, LazyComponent, makeStyles, tokens, Tooltip } from '@console/shared-ui/basics';
import { useRef, type KeyboardEvent } from 'react';
import { fromKeyboardEvent, toChord, type Label, type Shape } from '../../editor';
import { handleEscape } from '../controls/handle-escape';
import { KeyHint } from '../labels/key-hint';
import { useKeyAction } from '../keys/use-key-action';
import { useKeymap } from '../keys/user-keymap';
import { attributeMessages } from './attribute-messages';
import { useSelectedAttributes, type SelectedAttributes } from './selected-attributes';

/** Few labels declare attributes, so the code of their controls is loaded on demand. */
const loadDeclaredAttributes = async () => (await import('./declared-attributes')).DeclaredAttributes;

const useStyles = makeStyles({
  section: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS, minWidth: 0 },
  head: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalXS },
  title: { margin: 0, fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
  flags: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalXS },
  flag: { minWidth: 0, paddingInline: tokens.spacingHorizontalS, fontWeight: tokens.fontWeightRegular },
});

interface AttributeSectionProps {
  /** The selected shapes. They all use the same kind of labels, or no labels. */
  shapes: readonly Shape[];
  /** All labels of this kind. Empty for points, which have no label. */
  labels: readonly Label[];
}

/**
 * The flags and the other attributes of selected shapes. A key moves the focus from group to group; digits set values in the focused group.
 * Esc returns to the canvas.
 */
export function AttributeSection({ shapes, labels }: AttributeSectionProps) {
  const styles = useStyles();
  const section = useRef<HTMLElement>(null);
  const attributes = useSelectedAttributes(shapes, labels);
  const { definitions, names, isDisabled } = attributes;
  const hasDeclaredOrExtra = definitions.length > 0 || names.some((name) => !isShapeFlag(name));
  useKeyAction('attributes', isDisabled ? null : () => section.current && focusNextControlGroup(section.current));
  const keymap = useKeymap();
  const onKeyDown = (event: KeyboardEvent) => {
    const { target } = event;
    if (!(target instanceof HTMLElement) || !section.current) return;
    // After Esc, keys go to the canvas again. If a tooltip is shown, Esc only closes the tooltip.
    handleEscape(event, () => target.blur());
    if (event.defaultPrevented) return;
    const key = fromKeyboardEvent(event.nativeEvent, document.body);
    const pressedChord = key && toChord(key);
    const isTyping = target.matches(TEXT_CONTROLS);
    const isNext = isTyping ? event.key === 'Enter' : keymap.findActions(pressedChord || null).includes('attributes');
    if (!isNext) return;
    event.preventDefault();
    focusNextControlGroup(section.current);
  };
  return (
    <section ref={section} aria-label={attributeMessages.title} className={styles.section} onKeyDown={onKeyDown}>
      <div className={styles.head}>
        <h3 className={styles.title}>{attributeMessages.title}</h3>
        <KeyHint action="attributes" />
      </div>
      <Flags attributes={attributes} />
      {hasDeclaredOrExtra && (
        <LazyComponent load={loadDeclaredAttributes} title={attributeMessages.title} props={{ attributes }} skeleton={null} />
      )}
    </section>
  );
}

function Flags({ attributes: { getFlag, setValue, isDisabled } }: { attributes: SelectedAttributes }) {
  const styles = useStyles();
  const toggle = (flag: ShapeFlag) => setValue(flag, getFlag(flag) === true ? null : true);
  const onKeyDown = (event: KeyboardEvent) => {
    const flagAtDigit = event.ctrlKey || event.altKey || event.metaKey ? undefined : SHAPE_FLAGS[Number(event.key) - 1];
    if (!flagAtDigit || isDisabled) return;
    // While the group has the focus, a digit toggles a flag instead of choosing a label.
    event.preventDefault();
    toggle(flagAtDigit);
  };
  return (
    <div role="group" data-attribute-group className={styles.flags} aria-label={attributeMessages.title} onKeyDown={onKeyDown}>
      {SHAPE_FLAGS.map((flag, index) => {
        const { name, hint } = attributeMessages.flags[flag];
        const flagState = getFlag(flag);
        return (
          <Tooltip key={flag} content={attributeMessages.withHint(hint, index + 1)} relationship="description">
            <Button
              size="small"
              className={styles.flag}
              appearance={flagState === true ? 'primary' : 'secondary'}
              aria-pressed={flagState}
              disabled={isDisabled}
              onClick={() => toggle(flag)}
            >
              {name}
            </Button>
          </Tooltip>
        );
      })}
    </div>
  );
}

/** Controls in which the user types text, so letter keys are not shortcuts. */
const TEXT_CONTROLS = 'input:not([type=radio], [type=checkbox]), select';
const CONTROLS = 'input, select, button';

/** Moves the focus to the first control of the next group. The first group follows the last group. */
function focusNextControlGroup(sectionElement: HTMLElement): void {
  const groups = [...sectionElement.querySelectorAll<HTMLElement>('[data-attribute-group]')];
  const currentGroup = groups.findIndex((group) => group.contains(document.activeElement));
  const nextGroup = groups[(currentGroup + 1) % groups.length];
  (nextGroup?.querySelector<HTMLElement>('input:checked') ?? nextGroup?.querySelector<HTMLElement>(CONTROLS))?.focus();
}
