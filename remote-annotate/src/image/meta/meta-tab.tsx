import { useAutoRefreshedUrl } from '@console/shared-auth';
import { formatDateTime, Link, makeStyles, tokens, Facts } from '@console/shared-ui/basics';
import { getImageFileName, omitFileName, restoreFileName } from '@console/shared-contract/image-file-name';
import { useMemo } from 'react';
import { metaMessages } from './meta-messages';
import { useScreen } from '../context/screen-context';
import { MetaEditor } from './meta-editor';
import { useEnterWrites } from '../context/use-enter-writes';

const useStyles = makeStyles({
  column: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
});

/** The tab with the size, date and link of the image, and its meta data. */
export function MetaTab() {
  const styles = useStyles();
  const { image } = useScreen();
  const enterWrites = useEnterWrites();
  // Memoize the value, because the editor replaces its text whenever it gets another object.
  const editableMetaData = useMemo(() => omitFileName(image.meta_data), [image.meta_data]);
  const imageUrl = useAutoRefreshedUrl(image.img_path);
  return (
    <div className={styles.column}>
      <Facts
        values={{
          [metaMessages.fileName]: getImageFileName(image) ?? '–',
          [metaMessages.height]: `${image.img_height} px`,
          [metaMessages.width]: `${image.img_width} px`,
          [metaMessages.created]: formatDateTime(image.created),
          [metaMessages.link]: (
            <Link href={imageUrl} target="_blank" rel="noopener noreferrer">
              {metaMessages.open}
            </Link>
          ),
        }}
      />
      <MetaEditor
        subjectId={image.id}
        label={metaMessages.data}
        value={editableMetaData}
        saveLabel={metaMessages.save}
        onSave={(editedMetaData) => {
          const metaData = restoreFileName(editedMetaData, image);
          enterWrites([{ kind: 'meta-data', image: image.id, before: image.meta_data, after: metaData, version: image.version }]);
        }}
      />
    </div>
  );
}
