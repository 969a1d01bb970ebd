const [TEMPORARY, FIRST_RESTART, LAST_RESTART, END, SCAN] = [0x01, 0xd0, 0xd7, 0xd9, 0xda]

/**
 * How many scans a JPEG is made of: each is another way over the whole picture, so that a small file of thousands keeps a decoder
 * busy for a minute. Cameras and programs make twenty at most. What is no sound row of segments is left to the decoder.
 */
export function scansOf(jpeg: Buffer): number {
  let scans = 0
  let at = jpeg.indexOf(0xff, 2)
  while (at >= 0 && at + 4 <= jpeg.length) {
    const marker = jpeg[at + 1] ?? END
    if (marker === END) break
    if (marker === SCAN) scans += 1
    // These have no length behind them; most stand in what is drawn, between a scan's header and the next marker.
    const isAlone = marker <= TEMPORARY || (marker >= FIRST_RESTART && marker <= LAST_RESTART)
    const step = marker === 0xff ? 1 : isAlone ? 2 : 2 + jpeg.readUInt16BE(at + 2)
    at = jpeg.indexOf(0xff, at + step)
  }
  return scans
}
