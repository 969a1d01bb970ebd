import { availableParallelism } from 'node:os'
import type sharp from 'sharp'
import { pictureKind, pictureLimits, pictureMessages } from '../../../shared/kernel/pictures.ts'
import { currentAsker } from '../../database/fair-pool.ts'
import { invalidInput, Refusal } from '../../http/errors.ts'
import { pictureTurns } from './picture-turns.ts'

/** A photograph as it is kept: JPEG both, upright, in sRGB, without a word about where, when and with what it was taken. */
export interface Picture {
  width: number
  height: number
  picture: Buffer
  thumbnail: Buffer
}

/** Seconds that one decoding may take. */
const SECONDS = 15

/** The time limit counts only once all scans of a JPEG are read. */
const MOST_SCANS = 100

/** Each takes one thread of the pool that passwords and files share, so some of it must stay free. */
const turns = pictureTurns(Math.max(1, Math.min(2, availableParallelism() - 1)))

/** Pixels of the longer side: of the picture, and of the small one beside it. */
export interface PictureSides {
  longestSide: number
  thumbnailSide: number
}

/**
 * Checks a picture by its first bytes and its header, and only then decodes it; what is kept is drawn anew, so that nothing
 * else of the file remains. Throws `invalid_input` in plain words, `unavailable` when too many wait already.
 */
export async function preparePicture(bytes: Buffer, sides: PictureSides = pictureLimits): Promise<Picture> {
  const kind = pictureKind(bytes)
  if (kind === null) throw refused(pictureMessages.wrongKind)
  if (kind === 'jpeg' && scansOf(bytes) > MOST_SCANS) throw refused(pictureMessages.tooSlow)
  return turns.take(currentAsker(), async () =>
    draw(await loadSharp(), kind === 'png' ? withoutTexts(bytes) : bytes, sides),
  )
}

async function draw(open: typeof sharp, bytes: Buffer, { longestSide, thumbnailSide }: PictureSides): Promise<Picture> {
  const { pixels, side } = pictureLimits
  try {
    const { width = 0, height = 0 } = await open(bytes, { limitInputPixels: false }).metadata()
    if (width * height > pixels) throw refused(pictureMessages.tooManyPixels)
    if (Math.max(width, height) > side) throw refused(pictureMessages.tooLong)
    // Of an animation the first picture.
    const drawn = await open(bytes, { failOn: 'error', limitInputPixels: pixels, autoOrient: true, pages: 1 })
      .timeout({ seconds: SECONDS })
      .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .jpeg({ quality: 84 })
      .toBuffer({ resolveWithObject: true })
    const thumbnail = await open(drawn.data)
      .resize({ width: thumbnailSide, height: thumbnailSide, fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality: 74 })
      .toBuffer()
    return { width: drawn.info.width, height: drawn.info.height, picture: drawn.data, thumbnail }
  } catch (error) {
    throw error instanceof Refusal ? error : refused(wordsFor(error))
  }
}

/** A picture of ours with its longer side cut down to so many pixels, as JPEG. */
export async function shrinkPicture(picture: Buffer, side: number): Promise<Buffer> {
  const open = await loadSharp()
  return open(picture)
    .timeout({ seconds: SECONDS })
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: 78 })
    .toBuffer()
}

/** Pixels of light and dark beside each other, and steps of each colour: 40 bits of shape and 24 of colour. */
const SHAPE = { width: 9, height: 5 }
const STEPS = 8
/** Less than this is the grain of a JPEG. */
const GRAIN = 6

/**
 * 64 bits of what a picture that was drawn already looks like, as a signed number: the same picture in another size or compression differs in few of
 * them, the same garment in another colour in many.
 */
export async function likenessOf(picture: Buffer): Promise<bigint> {
  const open = await loadSharp()
  const small = await open(picture)
    .resize({ ...SHAPE, fit: 'fill' })
    .greyscale()
    .raw()
    .toBuffer()
  const colour = await open(picture).resize({ width: 1, height: 1, fit: 'fill' }).removeAlpha().raw().toBuffer()
  const bits: boolean[] = []
  for (let y = 0; y < SHAPE.height; y++)
    for (let x = 1; x < SHAPE.width; x++) {
      const at = y * SHAPE.width + x
      bits.push((small[at] ?? 0) - (small[at - 1] ?? 0) > GRAIN)
    }
  for (const one of colour.subarray(0, 3))
    for (let step = 1; step <= STEPS; step++) bits.push(one * (STEPS + 1) >= step * 256)
  return BigInt.asIntN(64, BigInt(`0b${bits.map(Number).join('')}`))
}

function wordsFor(error: unknown): string {
  const said = error instanceof Error ? error.message : ''
  return /timeout/i.test(said) ? pictureMessages.tooSlow : pictureMessages.damaged
}

function refused(message: string): Refusal {
  return invalidInput(message, { fields: [{ field: 'file', message }] })
}

let loaded: Promise<typeof sharp> | undefined

/** Loaded with the first picture: it brings 18 MB of libraries. */
function loadSharp(): Promise<typeof sharp> {
  loaded ??= import('sharp').then(({ default: made }) => {
    made.concurrency(1)
    made.cache(false)
    // Only the three readers that are wanted: none of those for SVG, PDF, TIFF or HEIF is reached by a disguised file.
    made.block({ operation: ['VipsForeignLoad'] })
    made.unblock({
      operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
    })
    return made
  })
  return loaded
}

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
