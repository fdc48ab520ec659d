import { announce, api } from '@console/shared-auth';
import type { Product, ProductImage } from '@console/shared-contract/api';
import type { ProductCropProps } from '@console/shared-contract/federation';
import {
  AddIcon,
  Button,
  describeError,
  Link,
  makeStyles,
  TextLink,
  Thumbnail,
  tokens,
  useNotify,
} from '@console/shared-ui/basics';
import { useState } from 'react';
import { cropMessages } from './crop-messages';
import { ProductFinder } from './product-finder';

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', alignItems: 'stretch', gap: tokens.spacingVerticalS, minWidth: 0 },
  row: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalM, minWidth: 0, overflowWrap: 'anywhere' },
  text: { display: 'flex', flexDirection: 'column', alignItems: 'flex-start', minWidth: 0 },
});

type ProductReference = Pick<Product, 'id' | 'name'>;
interface AddedCrop {
  image: ProductImage;
  product: ProductReference;
}

/** The last product to which this tab has added a crop. It is suggested for the next crop, which often shows the same product. */
let lastProduct: ProductReference | null = null;

/** The widget `product-crop`, which adds the crop of an object to the images of a product. Another object resets its state. */
export function ProductCropWidget({ object: objectId }: ProductCropProps) {
  return <ProductCrop key={objectId} object={objectId} />;
}

function ProductCrop({ object }: ProductCropProps) {
  const styles = useStyles();
  const notify = useNotify();
  const [product, setProduct] = useState<ProductReference | null>(lastProduct);
  const [addedCrops, setAddedCrops] = useState<readonly AddedCrop[]>([]);
  const [isBusy, setIsBusy] = useState(false);
  const notifyFailure = (title: string, error: unknown) => {
    notify.danger({ title, text: describeError(error), error });
  };
  const addCrop = async (product: ProductReference) => {
    setIsBusy(true);
    try {
      const image = await api.call('POST /product/v2/product/{id}/add-crop', { params: { id: product.id }, body: { object } });
      lastProduct = product;
      setAddedCrops((previous) => [...previous, { image, product }]);
      // The announcement makes all micro-frontends refetch the data of products.
      void announce({ topic: 'products', ids: [product.id] });
    } catch (error) {
      notifyFailure(cropMessages.failed(product.name), error);
    } finally {
      setIsBusy(false);
    }
  };
  const removeCrop = async ({ image, product }: AddedCrop) => {
    try {
      await api.call('DELETE /product/v2/image/{id}/', { params: { id: image.id } });
    } catch (error) {
      notifyFailure(cropMessages.undoFailed, error);
      return;
    }
    setAddedCrops((current) => current.filter((crop) => crop.image !== image));
    void announce({ topic: 'products', ids: [product.id] });
  };
  return (
    <div className={styles.form}>
      <ProductFinder selected={product} onPick={setProduct} />
      <Button icon={<AddIcon />} disabledFocusable={!product || isBusy} onClick={() => product && void addCrop(product)}>
        {cropMessages.add}
      </Button>
      <div role="status">
        {addedCrops.map((crop) => (
          <div key={crop.image.id} className={styles.row}>
            <Thumbnail src={crop.image.thumb} alt="" width={48} height={48} cover />
            <span className={styles.text}>
              <span>
                {cropMessages.added}{' '}
                <TextLink to={`/product/${crop.product.id}`} newTab>
                  {crop.product.name}
                </TextLink>
              </span>
              <Link as="button" onClick={() => void removeCrop(crop)}>
                {cropMessages.undo}
              </Link>
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}
