import type { ProductImage } from '@console/shared-contract/api';
import { Button, CloseIcon, makeStyles, SaveIcon, Subsection, TextField, Thumbnail, tokens } from '@console/shared-ui/basics';
import { JsonForm, useWrite } from '@console/shared-ui/pages';
import { messages } from '../messages';
import { Buttons, FormGrid } from '../parts/form-grid';
import { useDraft } from '../parts/use-draft';
import { patchImage, renameImage } from './product.queries';

const words = messages.product;
const useStyles = makeStyles({
  editor: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(320px, 100%), 1fr))',
    gap: tokens.spacingHorizontalL,
    alignItems: 'start',
  },
  part: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS, minWidth: 0 },
});

/** Name, picture, meta data and objects of a picture of a product. */
export function ImageEditor({ image, onClose }: { image: ProductImage; onClose: () => void }) {
  const styles = useStyles();
  const changes = () => [{ topic: 'products' as const, ids: [image.product] }];
  const told = { success: { title: messages.saved }, failure: words.imageFailed, reasons: { 409: messages.stale }, changes };
  const meta = useWrite({ send: (meta_data: unknown) => patchImage(image, { meta_data }), ...told });
  const objects = useWrite({ send: (_objects: unknown) => patchImage(image, { _objects }), ...told });
  const draft = useDraft(image, ({ name }) => ({ name }));
  const rename = useWrite({ send: (name: string) => renameImage(image, name, draft.version), ...told });
  const save = async () => {
    if (draft.isDirty) draft.settle(await rename.send(draft.values.name), draft.values);
  };
  return (
    <Subsection title={words.editImage(image.name)}>
      <FormGrid label={words.imageName} onSubmit={() => void save()}>
        <TextField
          label={words.imageName}
          autoComplete="off"
          value={draft.values.name}
          onChange={({ target }) => draft.set({ name: target.value })}
        />
        <Buttons>
          <Button type="submit" icon={<SaveIcon />} disabledFocusable={!draft.isDirty || rename.isPending}>
            {words.saveImageName}
          </Button>
          <Button appearance="subtle" icon={<CloseIcon />} onClick={onClose}>
            {messages.close}
          </Button>
        </Buttons>
      </FormGrid>
      <div className={styles.editor}>
        <Thumbnail src={image.file} alt={image.name || words.title} width="100%" height={320} />
        <div className={styles.part}>
          <JsonForm
            label={words.imageMeta}
            saveLabel={words.saveImageMeta}
            value={image.meta_data}
            onSave={meta.send}
            height={240}
          />
        </div>
        <div className={styles.part}>
          <JsonForm
            label={words.imageObjects}
            saveLabel={words.saveImageObjects}
            value={image._objects}
            onSave={objects.send}
            height={240}
          />
        </div>
      </div>
    </Subsection>
  );
}
