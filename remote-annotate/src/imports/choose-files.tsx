import { Button, DocumentIcon, ListIcon, makeStyles, mergeClasses, Text, tokens } from '@console/shared-ui/basics';
import { useRef, useState, type DragEvent } from 'react';
import { importMessages } from './data/import-messages';
import { filesOfDrop } from '../files/dropped-files';
import { chosenFiles, named, type PathedFile } from '../files/pathed-files';

const words = importMessages.choose;

const useStyles = makeStyles({
  area: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalS,
    padding: tokens.spacingHorizontalL,
    border: `2px dashed ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusLarge,
  },
  over: { border: `2px dashed ${tokens.colorBrandStroke1}`, backgroundColor: tokens.colorNeutralBackground1Hover },
  buttons: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
  muted: { color: tokens.colorNeutralForeground3 },
});

export interface ChooseFilesProps {
  onChoose: (files: readonly PathedFile[]) => void;
  disabled?: boolean;
  about?: string;
}

/** Lets the user select files, a folder with its contents, or an archive. */
export function ChooseFiles({ onChoose, disabled = false, about = words.about }: ChooseFilesProps) {
  const styles = useStyles();
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const over = (on: boolean) => (event: DragEvent) => {
    event.preventDefault();
    event.stopPropagation();
    setOver(on);
  };
  const take = (input: HTMLInputElement) => {
    onChoose(chosenFiles(input.files));
    // Reset the input so that the same files can be selected again.
    input.value = '';
  };
  return (
    <div
      className={mergeClasses(styles.area, isOver && styles.over)}
      onDragEnter={over(true)}
      onDragOver={over(true)}
      onDragLeave={over(false)}
      onDrop={(event) => {
        over(false)(event);
        if (!disabled) void filesOfDrop(event.dataTransfer).then((dropped) => onChoose(named(dropped)));
      }}
    >
      <Text className={styles.muted}>{about}</Text>
      <Text>{words.drop}</Text>
      <div className={styles.buttons}>
        <Button appearance="primary" icon={<DocumentIcon />} disabledFocusable={disabled} onClick={() => files.current?.click()}>
          {words.files}
        </Button>
        <Button icon={<ListIcon />} disabledFocusable={disabled} onClick={() => folder.current?.click()}>
          {words.folder}
        </Button>
      </div>
      <input
        ref={files}
        type="file"
        multiple
        hidden
        data-testid="import-files"
        onChange={({ currentTarget }) => take(currentTarget)}
      />
      <input
        ref={(input) => {
          folder.current = input;
          // React has no type for this attribute.
          input?.setAttribute('webkitdirectory', '');
        }}
        type="file"
        multiple
        hidden
        data-testid="import-folder"
        onChange={({ currentTarget }) => take(currentTarget)}
      />
    </div>
  );
}
