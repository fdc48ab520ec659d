import { searchRows, useWorkspaceQuery } from '@console/shared-auth';
import type { Product } from '@console/shared-contract/api';
import { ThumbnailPicker } from '@console/shared-ui/choices';
import { parseId } from '@console/shared-ui/format';
import { useState } from 'react';
import { finderMessages } from './crop-messages';

/** Maximum number of suggested products. To find other products, the user types more of the name. */
const MAX_CHOICES = 12;

interface ProductFinderProps {
  selected: Pick<Product, 'id' | 'name'> | null;
  onPick: (product: Product) => void;
}

/** Finds a product by part of its name or customer product id, or by its id or a link, and shows its image. */
export function ProductFinder({ selected: selectedProduct, onPick }: ProductFinderProps) {
  /** The search text, or null if no search is active. */
  const [text, setText] = useState<string | null>(null);
  const products = useProductMatches(parseId(text ?? ''), text !== null);
  return (
    <ThumbnailPicker
      label={finderMessages.label}
      placeholder={finderMessages.placeholder}
      noMatchText={finderMessages.none}
      formatMore={finderMessages.more}
      selected={selectedProduct}
      onPick={onPick}
      onSearch={setText}
      rows={products.data?.results}
      total={products.data?.count ?? 0}
      getImageUrl={(product) => product.thumb}
      renderDetails={(product) => product.customer_product_id}
    />
  );
}

function useProductMatches(find: string, enabled: boolean) {
  return useWorkspaceQuery({
    key: ['product', 'products', 'found', find],
    load: (scope) => searchRows('GET /product/v2/product/', { find: find || undefined, page_size: MAX_CHOICES }, scope),
    enabled,
    placeholderData: (previous) => previous,
  });
}
