const SIGNATURE_BYTES = 8
/** Its length, its kind and its sum. */
const AROUND_A_CHUNK = 12

/** tEXt, zTXt and iTXt. */
const texts = new Set([0x74455874, 0x7a545874, 0x69545874])

/**
 * A PNG without its texts. None of them is kept, and packed ones unpack to gigabytes while only the header is read, where no time
 * limit holds. What is no whole chunk stays for the decoder to refuse.
 */
export function withoutTexts(png: Uint8Array): Buffer {
  const kept = Buffer.from(png)
  let [from, to] = [SIGNATURE_BYTES, SIGNATURE_BYTES]
  while (from + AROUND_A_CHUNK <= kept.length) {
    const end = from + AROUND_A_CHUNK + kept.readUInt32BE(from)
    if (end > kept.length) break
    if (!texts.has(kept.readUInt32BE(from + 4))) {
      kept.copyWithin(to, from, end)
      to += end - from
    }
    from = end
  }
  kept.copyWithin(to, from)
  return kept.subarray(0, to + kept.length - from)
}
