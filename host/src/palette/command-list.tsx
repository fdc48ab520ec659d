import { makeStyles, mergeClasses, tokens } from '@console/shared-ui/basics';
import { useEffect, useRef } from 'react';
import { paletteMessages } from '../layout/palette-messages';
import type { Command, CommandGroup } from './commands';

const useStyles = makeStyles({
  // The listbox scrolls to the current option, so the listbox does not need to be a tab stop.
  list: { maxHeight: 'min(420px, 60vh)', overflowY: 'auto', padding: tokens.spacingHorizontalS },
  title: {
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM} ${tokens.spacingVerticalXS}`,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
  option: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
    minHeight: '36px',
    padding: `0 ${tokens.spacingHorizontalM}`,
    borderRadius: tokens.borderRadiusMedium,
    cursor: 'pointer',
    '& svg': { fontSize: '20px', flexShrink: 0, color: tokens.colorNeutralForeground3 },
  },
  active: { backgroundColor: tokens.colorSubtleBackgroundSelected, outline: `1px solid ${tokens.colorTransparentStroke}` },
  label: { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  hint: { marginInlineStart: 'auto', flexShrink: 0, color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

interface CommandListProps {
  /** Id of the listbox. Options have the id `<id>-<index>`. */
  id: string;
  groups: readonly CommandGroup[];
  current: Command | undefined;
  onPoint: (command: Command) => void;
  onRun: (command: Command) => void;
}

/** The listbox of a combobox. The focus stays in the text field, which refers to the current option by id. */
export function CommandList({ id, groups, current, onPoint, onRun }: CommandListProps) {
  const styles = useStyles();
  const list = useRef<HTMLDivElement>(null);
  const currentId = current?.id;
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView?.({ block: 'nearest' });
  }, [currentId]);
  const allCommands = groups.flatMap(({ commands }) => commands);
  return (
    <div ref={list} id={id} className={styles.list} role="listbox" aria-label={paletteMessages.results}>
      {groups.map(({ title, commands }) =>
        commands.length === 0 ? null : (
          <div key={title} role="group" aria-label={title}>
            <div aria-hidden className={styles.title}>
              {title}
            </div>
            {commands.map((command) => (
              <div
                key={command.id}
                id={`${id}-${allCommands.indexOf(command)}`}
                role="option"
                aria-selected={command === current}
                className={mergeClasses(styles.option, command === current && styles.active)}
                onPointerMove={() => onPoint(command)}
                // Keep the focus in the text field.
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => onRun(command)}
              >
                {command.icon}
                <span className={styles.label}>{command.label}</span>
                {command.hint && <span className={styles.hint}>{command.hint}</span>}
              </div>
            ))}
          </div>
        ),
      )}
    </div>
  );
}
