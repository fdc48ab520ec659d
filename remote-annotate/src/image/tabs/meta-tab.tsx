import { useLastingAddress } from '@console/shared-auth';
import { formatDateTime, Link, makeStyles, tokens, Facts } from '@console/shared-ui/basics';
import { messages } from '../../messages';
import { useScreen } from '../screen-context';
import { MetaEditor } from '../shape-card/meta-editor';
import { useEnter } from '../use-enter';

const words = messages.meta;
const useStyles = makeStyles({
  column: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, padding: tokens.spacingHorizontalM },
});

export function MetaTab() {
  const styles = useStyles();
  const { image } = useScreen();
  const enter = useEnter();
  const address = useLastingAddress(image.img_path);
  return (
    <div className={styles.column}>
      <Facts
        values={{
          [words.height]: `${image.img_height} px`,
          [words.width]: `${image.img_width} px`,
          [words.created]: formatDateTime(image.created),
          [words.link]: (
            <Link href={address} target="_blank" rel="noopener noreferrer">
              {words.open}
            </Link>
          ),
        }}
      />
      <MetaEditor
        of={image.id}
        label={words.data}
        value={image.meta_data}
        saveLabel={words.save}
        onSave={(after) =>
          enter([{ kind: 'meta-data', image: image.id, before: image.meta_data, after, version: image.version }])
        }
      />
    </div>
  );
}
