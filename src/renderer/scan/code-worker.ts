import { prepareZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader'
import programUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'
import type { SeenCode } from './camera-codes.ts'

/** Pixels of a picture's longer side: the bars of a box label half a metre away are still two wide, and a phone reads it in a blink. */
const LONGEST = 1_600

const options: ReaderOptions = {
  formats: ['Code128', 'QRCode', 'EAN13', 'EAN8', 'DataMatrix', 'Code39'],
  tryHarder: true,
  maxNumberOfSymbols: 8,
  // As a scanner sends it: no brackets around the identifiers of GS1.
  textMode: 'Plain',
}

const send = (message: 'ready' | 'failed' | SeenCode[]) => self.postMessage(message)

addEventListener('message', ({ data }: MessageEvent<ImageBitmap>) => {
  codesOf(data).then(send, () => send([]))
})

prepareZXingModule({ overrides: { locateFile: () => programUrl }, fireImmediately: true }).then(
  () => send('ready'),
  () => send('failed'),
)

async function codesOf(picture: ImageBitmap): Promise<SeenCode[]> {
  const scale = Math.min(1, LONGEST / Math.max(picture.width, picture.height))
  const [width, height] = [Math.round(picture.width * scale), Math.round(picture.height * scale)]
  const pen = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  pen?.drawImage(picture, 0, 0, width, height)
  picture.close()
  if (!pen) return []
  const found = await readBarcodes(pen.getImageData(0, 0, width, height), options)
  return found.map(({ text, position: { topLeft, bottomRight } }) => ({
    text,
    x: (topLeft.x + bottomRight.x) / 2 / width,
    y: (topLeft.y + bottomRight.y) / 2 / height,
  }))
}
