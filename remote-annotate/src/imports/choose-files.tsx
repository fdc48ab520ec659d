import { Button, DocumentIcon, ListIcon, makeStyles, mergeClasses, Text, tokens } from '@console/shared-ui/basics';
import { useRef, useState, type DragEvent } from 'react';
import { importMessages } from './data/import-messages';
import { readDroppedFiles } from '../files/dropped-files';
import { getPickedFiles, withoutSystemFiles, type PathedFile } from '../files/pathed-files';

const texts = importMessages.choose;

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

interface ChooseFilesProps {
  onChoose: (files: readonly PathedFile[]) => void;
  disabled?: boolean;
  description?: string;
}

/** Lets the user select files, a folder with its contents, or an archive. */
export function ChooseFiles({ onChoose, disabled = false, description = texts.supportedFormats }: ChooseFilesProps) {
  const styles = useStyles();
  const fileInput = useRef<HTMLInputElement>(null);
  const folderInput = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const handleDrag = (isOver: boolean) => (event: DragEvent) => {
    event.preventDefault();
    event.stopPropagation();
    setOver(isOver);
  };
  const handleInput = (input: HTMLInputElement) => {
    onChoose(getPickedFiles(input.files));
    // Reset the input so that the same files can be selected again.
    input.value = '';
  };
  return (
    <div
      className={mergeClasses(styles.area, isOver && styles.over)}
      onDragEnter={handleDrag(true)}
      onDragOver={handleDrag(true)}
      onDragLeave={handleDrag(false)}
      onDrop={(event) => {
        handleDrag(false)(event);
        if (!disabled)
          void readDroppedFiles(event.dataTransfer).then((droppedFiles) => onChoose(withoutSystemFiles(droppedFiles)));
      }}
    >
      <Text className={styles.muted}>{description}</Text>
      <Text>{texts.drop}</Text>
      <div className={styles.buttons}>
        <Button
          appearance="primary"
          icon={<DocumentIcon />}
          disabledFocusable={disabled}
          onClick={() => fileInput.current?.click()}
        >
          {texts.files}
        </Button>
        <Button icon={<ListIcon />} disabledFocusable={disabled} onClick={() => folderInput.current?.click()}>
          {texts.folder}
        </Button>
      </div>
      <input
        ref={fileInput}
        type="file"
        multiple
        hidden
        data-testid="import-files"
        onChange={({ currentTarget }) => handleInput(currentTarget)}
      />
      <input
        ref={(input) => {
          folderInput.current = input;
          // React has no type for this attribute.
          input?.setAttribute('webkitdirectory', '');
        }}
        type="file"
        multiple
        hidden
        data-testid="import-folder"
        onChange={({ currentTarget }) => handleInput(currentTarget)}
      />
    </div>
  );
}
