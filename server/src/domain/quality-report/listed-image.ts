import { getImageFileName, type NamedImage } from '@console/shared-contract/image-file-name';

/** Columns of an image in a list. */
export type ImageColumns = NamedImage & { thumb_key: string };

/** Replaces the columns of an image by its file name and the URL of its thumbnail. */
export function toListedImage<Row extends ImageColumns>(
  { name, meta_data, thumb_key, ...row }: Row,
  fileUrl: (key: string) => string,
): Omit<Row, keyof ImageColumns> & { file_name: string | null; thumb_img_path: string } {
  return { ...row, file_name: getImageFileName({ name, meta_data }), thumb_img_path: fileUrl(thumb_key) };
}
