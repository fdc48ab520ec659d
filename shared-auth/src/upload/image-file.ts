/** Extensions of image files for which some browsers do not report a MIME type. */
const EXTENSIONS = ['.avif', '.bmp', '.heic', '.heif', '.jfif', '.tif', '.tiff'];

/** Value for `accept` of a file input for images. */
export const IMAGE_FILE_TYPES = ['image/*', ...EXTENSIONS].join(',');

/** Whether a file is an image, judged by its MIME type or its extension. */
export function isImageFile({ name, type }: Pick<File, 'name' | 'type'>): boolean {
  const lowerCaseName = name.toLowerCase();
  return type.startsWith('image/') || EXTENSIONS.some((extension) => lowerCaseName.endsWith(extension));
}
