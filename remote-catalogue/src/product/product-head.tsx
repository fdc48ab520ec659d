import type { Product } from '@console/shared-contract/api';
import {
  Button,
  ButtonRow,
  DeleteIcon,
  Facts,
  formatDateTime,
  HistoryLink,
  makeStyles,
  Permitted,
  RefreshIcon,
  Section,
  tokens,
} from '@console/shared-ui/basics';
import { CopyableId, UploadButton, useDeletion } from '@console/shared-ui/details';
import { Switch } from '@console/shared-ui/choices';
import { useWrite } from '@console/shared-ui/pages';
import { announce, useCanCall } from '@console/shared-auth';
import { productPageMessages } from '../common/product-page-messages';
import { productListMessages } from '../common/product-list-messages';
import { commonMessages } from '../common/common-messages';
import { completenessMessages } from './completeness-messages';
import { Completeness } from './completeness';
import { uploadProductImage } from './images/product-images.queries';
import { ProductGallery } from './images/product-gallery';
import { ProductForm } from './product-form';
import { getProductNumber } from './product-number';
import { ProductSetForm } from './product-set-form';
import { deleteProduct, setVerified } from './product.queries';

const productMessages = productPageMessages;

const useStyles = makeStyles({
  columns: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: tokens.spacingHorizontalXXL,
    // The gallery comes first in the layout, so that it is above the fields in a narrow window.
    '& > [role="group"]': { flex: '1 1 280px', maxWidth: '480px' },
  },
  fields: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, flex: '2 1 420px', minWidth: 0 },
});

interface ProductHeadProps {
  product: Product;
  onRefresh: () => void;
  onDeleted: () => void;
  onUndone: () => void;
}

/** Section with the fields and actions of a product. */
export function ProductHead({ product, onRefresh, onDeleted, onUndone }: ProductHeadProps) {
  const styles = useStyles();
  const { id, verified } = product;
  const canChange = useCanCall<'POST /product/v2/product/{id}/verify'>('manage');
  const verification = useWrite({
    send: (isVerified: boolean) => setVerified(id, isVerified),
    failure: productMessages.verifyFailed,
    changes: () => [{ topic: 'products', ids: [id] }],
  });
  const deletion = useDeletion<Product>({
    title: productMessages.deleteTitle,
    about: (row) => productMessages.deleteText(row.name, row.images_count),
    dependents: ({ name }) => ({ call: 'GET /product/v2/product/{id}/dependents', id, name }),
    send: (row, options) => deleteProduct(row.id, options),
    deleted: productMessages.deleted,
    failure: productMessages.deleteFailed,
    // Do not announce the topic `products`: the page would refetch the deleted product and fail before it shows the deletion.
    changes: () => [{ topic: 'product-sets' }],
    undoChanges: () => [{ topic: 'products' }, { topic: 'product-sets' }],
    onDeleted,
    onUndone,
  });
  return (
    <Section
      title={productMessages.facts}
      actions={
        <ButtonRow>
          <Switch
            label={verified ? productListMessages.verified : productListMessages.notVerified}
            checked={verified}
            disabled={!canChange}
            onChange={(_, { checked }) => void verification.send(checked)}
          />
          <UploadButton
            label={productMessages.upload}
            send={(file, key) => uploadProductImage(id, file, key)}
            onDone={() => void announce({ topic: 'products', ids: [id] })}
          />
          <HistoryLink subject={{ kind: 'product', id, name: product.name }} />
          <Button icon={<RefreshIcon />} onClick={onRefresh}>
            {commonMessages.refresh}
          </Button>
          <Permitted<'DELETE /product/v2/product/{id}/'> permission="manage">
            <Button icon={<DeleteIcon />} onClick={() => deletion.open({ row: product })}>
              {productMessages.delete}
            </Button>
          </Permitted>
        </ButtonRow>
      }
    >
      <div className={styles.columns}>
        <ProductGallery productId={id} />
        <div className={styles.fields}>
          <Facts
            values={{
              [commonMessages.columns.productId]: <CopyableId id={id} />,
              [commonMessages.columns.number]: getProductNumber(product) || '–',
              [product.lacks?.length ? completenessMessages.column : completenessMessages.filter]: (
                <Completeness missing={product.lacks} missingKeys={product.missing_keys} />
              ),
              [commonMessages.columns.created]: formatDateTime(product.created),
            }}
          />
          <ProductForm product={product} />
          <ProductSetForm product={product} />
        </div>
      </div>
      {deletion.dialog}
    </Section>
  );
}
