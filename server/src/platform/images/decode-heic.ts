/** Decoded pixels without padding between rows. */
export interface RawPixels {
  data: Buffer;
  width: number;
  height: number;
  channels: 3 | 4;
}

/**
 * Decodes the primary image of a HEIC file upright, with the rotation of the file applied. Throws if it is damaged. Each call uses its own
 * instance, because a damaged file can leave an instance unusable.
 */
export async function decodeHeic(bytes: Buffer): Promise<RawPixels> {
  const { default: createLibheif } = await import('libheif-js/libheif-wasm/libheif-bundle.js');
  const libheif = createLibheif();
  const context = libheif.heif_context_alloc();
  const { code } = libheif.heif_context_read_from_memory(context, bytes);
  if (code !== libheif.heif_error_code.heif_error_Ok) throw new Error('The file is not a HEIC file');
  const handle = libheif.heif_js_context_get_primary_image_handle(context);
  if (handle.code) throw new Error('The file has no primary image');
  const { heif_chroma_interleaved_RGB: rgb, heif_chroma_interleaved_RGBA: rgba } = libheif.heif_chroma;
  const hasAlpha = libheif.heif_image_handle_has_alpha_channel(handle) !== 0;
  const chroma = hasAlpha ? rgba : rgb;
  const image = await libheif.heif_js_decode_image2(handle, libheif.heif_colorspace.heif_colorspace_RGB, chroma);
  const plane = image.code === undefined ? image.channels[0] : undefined;
  if (!plane) throw new Error('The pixels cannot be decoded');
  const { width, height } = plane;
  const channels = hasAlpha ? 4 : 3;
  return { data: removePadding(plane, width * channels), width, height, channels };
}

/** Moves the rows together in place, because a copy would need as much memory again. */
function removePadding(
  { data, stride, height }: { data: Uint8Array<ArrayBuffer>; stride: number; height: number },
  rowBytes: number,
) {
  if (stride > rowBytes)
    for (let row = 1; row < height; row += 1) data.copyWithin(row * rowBytes, row * stride, row * stride + rowBytes);
  return Buffer.from(data.buffer, data.byteOffset, rowBytes * height);
}
