import { api, useWorkspaceQuery } from '@console/shared-auth';
import type { Product } from '@console/shared-contract/api';
import { ThumbnailPicker } from '@console/shared-ui/choices';
import { useState } from 'react';
import { messages } from '../messages';

const words = messages.finder;
/** Products that are seen at once; typing on finds the others. */
const SHOWN = 12;

export interface ProductFinderProps {
  chosen: Pick<Product, 'id' | 'name'> | null;
  onPick: (product: Product) => void;
}

/** One product by a part of its name or of the customer's id; its picture is seen before it is chosen. */
export function ProductFinder({ chosen, onPick }: ProductFinderProps) {
  /** null: nothing is being looked for. */
  const [text, setText] = useState<string | null>(null);
  const products = useFoundProducts(text ?? '', text !== null);
  return (
    <ThumbnailPicker
      label={words.label}
      placeholder={words.placeholder}
      noMatchText={words.none}
      formatMore={words.more}
      selected={chosen}
      onPick={onPick}
      onSearch={setText}
      rows={products.data?.results}
      total={products.data?.count ?? 0}
      getImageUrl={(product) => product.thumb}
      renderDetails={(product) => product.customer_product_id}
    />
  );
}

function useFoundProducts(find: string, enabled: boolean) {
  return useWorkspaceQuery({
    key: ['product', 'products', 'found', find],
    load: (scope) => api.call('GET /product/v2/product/', { query: { find: find || undefined, page_size: SHOWN }, ...scope }),
    enabled,
    placeholderData: (previous) => previous,
  });
}
