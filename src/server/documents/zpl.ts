import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ZplResolution } from '../../shared/kernel/printing.ts'
import { cropped, dotsPerMm, inkBox } from './bitmap.ts'
import type { LabelDrawing, Mark } from './label-model.ts'
import { paintMarks } from './paint-marks.ts'
import type { Typeface } from './typeface.ts'
import { graphicOf } from './zpl-fields.ts'
import { type Head, markFields } from './zpl-marks.ts'

/** Labels written between two turns of the event loop. */
const LABELS_A_TURN = 16
const CHUNK_LENGTH = 64 * 1024

/**
 * What an earlier job may have left in the printer and would spoil this one: half density, other units, another encoding,
 * turned, mirrored or reversed labels, a shifted origin. What the user set up at the printer (darkness, speed, media, its own
 * offsets) stays.
 */
const OPEN_LABEL = '^XA^JMA^MUD^CI28^PON^PMN^LRN^FWN^LH0,0'

/**
 * ZPL II for a printer of this resolution, one format a label, written while it is read. Furniture is stored in the
 * printer's memory once and taken away at the end; a label that follows itself is sent once with a count. The stream fails
 * with an Error when there is no label at all, or with whatever `labels` throws.
 */
export function labelsZpl(
  labels: Iterable<LabelDrawing> | AsyncIterable<LabelDrawing>,
  typeface: Typeface,
  resolution: ZplResolution,
): Readable {
  return Readable.from(zplChunks(labels, typeface, dotsPerMm(resolution)), { objectMode: false })
}

async function* zplChunks(
  labels: Iterable<LabelDrawing> | AsyncIterable<LabelDrawing>,
  typeface: Typeface,
  perMm: number,
): AsyncGenerator<Buffer> {
  const store = furnitureStore()
  let text = ''
  let count = 0
  for await (const { drawing, copies } of counted(labels)) {
    text += format(drawing, copies, { typeface, perMm, ...sizeDots(drawing, perMm) }, store)
    if (text.length >= CHUNK_LENGTH) {
      yield Buffer.from(text, 'latin1')
      text = ''
    }
    if (++count % LABELS_A_TURN === 0) await nextTurn()
  }
  if (count === 0) throw new Error('There is no label to print.')
  yield Buffer.from(text + store.clear(), 'latin1')
}

/** The same drawing several times in a row is one. */
async function* counted(
  labels: Iterable<LabelDrawing> | AsyncIterable<LabelDrawing>,
): AsyncGenerator<{ drawing: LabelDrawing; copies: number }> {
  let held: { drawing: LabelDrawing; copies: number } | undefined
  for await (const drawing of labels) {
    if (held?.drawing === drawing) held.copies++
    else {
      if (held) yield held
      held = { drawing, copies: 1 }
    }
  }
  if (held) yield held
}

function sizeDots({ widthMm, heightMm }: LabelDrawing, perMm: number): { width: number; height: number } {
  return { width: Math.round(widthMm * perMm), height: Math.round(heightMm * perMm) }
}

function format(drawing: LabelDrawing, copies: number, head: Head, store: FurnitureStore): string {
  const { before, recall } = store.recall(drawing.furniture, head)
  const fields = drawing.marks.map((mark) => markFields(mark, head)).join('')
  return `${before}${OPEN_LABEL}^PW${head.width}^LL${head.height}\n${recall}${fields}^PQ${copies}^XZ\n`
}

interface FurnitureStore {
  /** `before` the label the picture goes to the printer, if it is not there yet. */
  recall(furniture: readonly Mark[], head: Head): { before: string; recall: string }
  /** Takes all pictures out of the printer. */
  clear(): string
}

/** Pictures of furniture in the printer's memory, each named after its own content: two jobs never mix theirs up. */
function furnitureStore(): FurnitureStore {
  const recalls = new Map<readonly Mark[], string>()
  const names = new Set<string>()
  return {
    recall(furniture, head) {
      const known = recalls.get(furniture)
      if (known !== undefined) return { before: '', recall: known }
      const made = picture(furniture, head)
      recalls.set(furniture, made?.recall ?? '')
      if (made === null) return { before: '', recall: '' }
      const before = names.has(made.name) ? '' : made.store
      names.add(made.name)
      return { before, recall: made.recall }
    },
    clear: () => (names.size === 0 ? '' : `^XA${[...names].map((name) => `^IDR:${name}^FS`).join('')}^XZ\n`),
  }
}

function picture(furniture: readonly Mark[], head: Head): { name: string; store: string; recall: string } | null {
  const whole = paintMarks(furniture, head, head.typeface, head.perMm)
  const ink = inkBox(whole)
  if (ink === null) return null
  const { bytes, bytesPerRow, data } = graphicOf(cropped(whole, ink))
  const name = `S${createHash('sha256').update(`${bytesPerRow} ${data}`).digest('hex').slice(0, 7).toUpperCase()}.GRF`
  return {
    name,
    store: `~DGR:${name},${bytes},${bytesPerRow},${data}\n`,
    recall: `^FO${ink.x},${ink.y}^XGR:${name},1,1^FS\n`,
  }
}
