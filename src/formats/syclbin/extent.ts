import type { Bytes } from '../../core/bytes/index.ts';
import { readStruct } from '../../core/schema/index.ts';
import { index } from '../offload/index.ts';
import { IMAGE_HEADER, MODULE_HEADER, SYCLBIN_ALIGN, SYCLBIN_HEADER, SYCLBIN_MAGIC } from './table.ts';

/** Length of the SYCLBIN of version 1 that begins here, as its header says; it may be more than there is. Undefined if none begins here. */
export function syclbinExtent(bytes: Bytes): number | undefined {
  if (!bytes.startsWith(SYCLBIN_MAGIC) || !bytes.has(0, SYCLBIN_HEADER.size64)) return undefined;
  const header = readStruct(SYCLBIN_HEADER, bytes, 0, true);
  const images = header.ir_module_count + header.native_image_count;
  const headers = SYCLBIN_HEADER.size64 + header.abstract_module_count * MODULE_HEADER.size64 + images * IMAGE_HEADER.size64;
  const metadata = Math.ceil(index(header.metadata_table_size) / SYCLBIN_ALIGN) * SYCLBIN_ALIGN;
  const end = headers + metadata + index(header.binary_table_size);
  return header.version === 1 && Number.isSafeInteger(end) ? end : undefined;
}
