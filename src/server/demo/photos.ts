import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { putPhoto } from '../areas/photos/photo-files.ts'
import type { Files } from '../files/files.ts'
import type { Tx } from '../http/call.ts'
import { fixedId } from './book.ts'
import type { QcBook } from './qc-book.ts'

const width = 640
const height = 480
const thumbnail = { width: 320, height: 240 }

type Colour = readonly [red: number, green: number, blue: number]

const cloths: readonly Colour[] = [
  [222, 205, 190],
  [96, 122, 158],
  [178, 92, 84],
  [120, 142, 108],
]

/** Gives the demo's defects photographs: cloth, what is wrong with it, and a red circle around that. Files first, then rows. */
export async function writeDemoPhotos(tx: Tx, files: Files, qc: QcBook): Promise<void> {
  const inspections = new Map(qc.inspections.map((one) => [one.id, one]))
  const drawn = new Map<string, Promise<DrawnPhoto>>()
  const places = new Map<string, number>()
  const shades = shadesOfCloth()
  for (const [at, { id, inspection_id, reason }] of qc.defects.entries()) {
    const inspection = inspections.get(inspection_id)
    const place = places.get(inspection_id) ?? 0
    // Three an inspection show what a strip of them looks like.
    if (inspection === undefined || place >= 3) continue
    places.set(inspection_id, place + 1)
    // One drawing a reason: a first start must not wait for pictures.
    const photo =
      drawn.get(reason) ?? keep(files, reason, cloths[drawn.size % cloths.length] ?? [200, 200, 200], shades)
    drawn.set(reason, photo)
    const { fileId, bytes } = await photo
    const imageId = fixedId('photo', String(at))
    const sha256 = createHash('sha256').update(imageId).digest()
    await sql`INSERT INTO qc_image (id, user_id, width, height, sha256, file_id, bytes, created_at)
      VALUES (${imageId}, ${inspection.by}, ${width}, ${height}, ${sha256}, ${fileId}, ${bytes}, ${inspection.at})`.execute(
      tx,
    )
    await sql`INSERT INTO qc_photo (image_id, inspection_id, defect_id, position)
      VALUES (${imageId}, ${inspection_id}, ${id}, ${place + 1})`.execute(tx)
  }
}

interface DrawnPhoto {
  fileId: string
  bytes: number
}

async function keep(files: Files, reason: string, cloth: Colour, shades: Float32Array): Promise<DrawnPhoto> {
  const fileId = fixedId('photo of', reason)
  const photo = await draw(reason, cloth, shades)
  await putPhoto(files, fileId, photo)
  return { fileId, bytes: photo.picture.length }
}

async function draw(reason: string, cloth: Colour, shades: Float32Array) {
  const { default: sharp } = await import('sharp')
  const raw = { width, height, channels: 3 } as const
  const made = sharp(pixels(reason, cloth, shades), { raw })
  const [picture, small] = await Promise.all([
    made.clone().jpeg({ quality: 72 }).toBuffer(),
    made.clone().resize(thumbnail).jpeg({ quality: 70 }).toBuffer(),
  ])
  return { picture, thumbnail: small }
}

/** Twill in the light of a lamp: the same for every cloth, so it is reckoned once. */
function shadesOfCloth(): Float32Array {
  return Float32Array.from({ length: width * height }, (_, at) => {
    const [x, y] = [at % width, Math.floor(at / width)]
    const twill = 1 + 0.07 * Math.sin((x + y) * 0.55) + 0.04 * Math.sin((x - y) * 0.09)
    return twill * (1.08 - 0.25 * Math.hypot(x / width - 0.4, y / height - 0.35))
  })
}

const ring: Colour = [225, 30, 30]

function pixels(reason: string, cloth: Colour, shades: Float32Array): Buffer {
  const bytes = Buffer.alloc(width * height * 3)
  const fault = faultOf(reason)
  for (const [at, shade] of shades.entries()) {
    const [dx, dy] = [(at % width) - 340, Math.floor(at / width) - 230]
    const isRing = Math.abs(Math.hypot(dx / 130, dy / 105) - 1) < 0.035
    for (let channel = 0; channel < 3; channel++) {
      const light = (cloth[channel] ?? 0) * shade * fault(dx, dy, channel)
      bytes[at * 3 + channel] = isRing ? (ring[channel] ?? 0) : Math.min(255, light)
    }
  }
  return bytes
}

/** How much darker or lighter a place is, from the middle of what is wrong. */
type Fault = (dx: number, dy: number, channel: number) => number

function faultOf(reason: string): Fault {
  if (/^(Stain|Color bleeding)/.test(reason)) {
    return (dx, dy, channel) => {
      const depth = Math.exp(-((dx / 55) ** 2 + (dy / 42) ** 2) * 1.6)
      return 1 - depth * (channel === 2 ? 0.75 : 0.5)
    }
  }
  if (/variation|mismatch/i.test(reason)) return (dx, _dy, channel) => (dx > 0 ? ([1.1, 0.9, 0.82][channel] ?? 1) : 1)
  if (/damaged/i.test(reason)) return (dx, dy) => (Math.hypot(dx, dy * 1.4) < 26 + 5 * Math.sin(dx * 0.4) ? 0.12 : 1)
  if (/label/i.test(reason)) {
    return (dx, dy) => (Math.abs(dx) < 62 && Math.abs(dy) < 30 && (Math.abs(dx) > 58 || Math.abs(dy) > 26) ? 0.45 : 1)
  }
  // Loose threads.
  return (dx, dy) => {
    const isThread = [0, 24, -30].some(
      (off, at) => Math.abs(dy - off - 18 * Math.sin(dx * 0.05 + at)) < 1.8 && Math.abs(dx) < 85,
    )
    return isThread ? 1.6 : 1
  }
}
