import type { Readable } from 'node:stream'
import type { ZplResolution } from '../../shared/domain/printing.ts'
import type { LabelDrawing } from './label-model.ts'
import type { Typeface } from './typeface.ts'

export function labelsZpl(_: Iterable<LabelDrawing>, __: Typeface, resolution: ZplResolution): Readable {
  throw new Error(`ZPL at ${resolution} dpi is not written yet.`)
}
