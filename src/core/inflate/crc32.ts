/** CRC-32 as gzip and ZIP use it: of the polynomial 0x04c11db7, bits reversed. Source: RFC 1952, section 8. */
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = (value & 1) === 1 ? 0xedb8_8320 ^ (value >>> 1) : value >>> 1;
  return value;
});

export function crc32(data: Uint8Array): number {
  let value = 0xffff_ffff;
  for (let i = 0; i < data.length; i++) value = (TABLE[(value ^ (data[i] ?? 0)) & 0xff] ?? 0) ^ (value >>> 8);
  return (value ^ 0xffff_ffff) >>> 0;
}
