import { getImageFileName, type NamedImage } from '@console/shared-contract/image-file-name';

/** Columns of an image in a list. */
export type ImageColumns<Key = string> = NamedImage & { thumb_key: Key };

/** Replaces the columns of an image by its file name and the URL of its thumbnail. */
export function toListedImage<Row extends ImageColumns<string | null>>(
  { name, meta_data, thumb_key, ...row }: Row,
  fileUrl: (key: string) => string,
): Omit<Row, keyof ImageColumns> & { file_name: string | null; thumb_img_path: Row['thumb_key'] } {
  const thumbUrl: Row['thumb_key'] = thumb_key === null ? null : fileUrl(thumb_key);
  return { ...row, file_name: getImageFileName({ name, meta_data }), thumb_img_path: thumbUrl };
}
