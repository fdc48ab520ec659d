declare module 'libheif-js/libheif-wasm/libheif-bundle.js' {
  /** A pointer in the memory of the module. */
  type Pointer = object;

  interface Failure {
    code: object;
  }

  interface DecodedImage {
    code?: undefined;
    /** `data` is a view of the memory of the module. `stride` is the length of a row in bytes. */
    channels: { data: Uint8Array<ArrayBuffer>; stride: number; width: number; height: number }[];
  }

  /** The functions of libheif that decode the primary image of a file. */
  interface Libheif {
    heif_error_code: { heif_error_Ok: object };
    heif_colorspace: { heif_colorspace_RGB: object };
    heif_chroma: { heif_chroma_interleaved_RGB: object; heif_chroma_interleaved_RGBA: object };
    heif_context_alloc(): Pointer;
    heif_context_read_from_memory(context: Pointer, bytes: Uint8Array): Failure;
    heif_js_context_get_primary_image_handle(context: Pointer): Pointer & Partial<Failure>;
    heif_image_handle_get_width(handle: Pointer): number;
    heif_image_handle_get_height(handle: Pointer): number;
    heif_image_handle_has_alpha_channel(handle: Pointer): number;
    heif_js_decode_image2(handle: Pointer, colorspace: object, chroma: object): Promise<Failure | DecodedImage>;
  }

  /** Creates a new instance with its own memory. */
  export default function createLibheif(): Libheif;
}
