import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { fontFile } from '../src/server/documents/font-file.ts'
import { shippingLabelsFile } from '../src/server/documents/labels.ts'
import { shippingLabelLayout } from '../src/server/documents/shipping-label.ts'
import { openTypeface } from '../src/server/documents/typeface.ts'
import { makeShippingLabel } from '../tests/support/labels.ts'
import { usualPdfkit, usualPdfLib } from './label-peers.ts'
import { median, timed } from './measure.ts'
import type { BenchRow } from './row.ts'
import { type Options, sizeAsked, sized } from './run-options.ts'

const AIM_PER_SECOND = 500
const AIM_RATIO = 10
const AIM_ZPL_PER_SECOND = 100

/** A thousand shipping labels with Chinese, two Code 128 and a QR, beside pdfkit with PNG codes and pdf-lib, and as ZPL. Labels per second. */
export async function benchLabels(options: Options): Promise<BenchRow[]> {
  const count = sized(options, { whole: 1_000, quick: 1_000, smoke: 10 })
  const perSecond = async (make: () => Promise<number>) => (count * 1_000) / (await timeOf(make))
  const boxes = Array.from({ length: count }, (_, index) => makeShippingLabel(index, { boxCount: count }))
  // The peers' runs take so long that they warm up by themselves; ours is the middle of three.
  const middleOf = async (make: () => Promise<number>) => {
    return median([await perSecond(make), await perSecond(make), await perSecond(make)])
  }
  const ours = await middleOf(async () => drain(shippingLabelsFile(boxes)))
  const zpl = await middleOf(async () => drain(shippingLabelsFile(boxes, { form: 'zpl-203' })))
  const drawings = boxes.map(shippingLabelLayout(openTypeface()))
  const fonts = { medium: readFileSync(fontFile('medium')), bold: readFileSync(fontFile('bold')) }
  const pdfkit = await perSecond(() => usualPdfkit(drawings, fonts))
  const pdfLib = await perSecond(() => usualPdfLib(drawings, fonts))
  return [
    row('shipping labels, beside pdfkit + bwip-js PNG', ours, pdfkit),
    row('shipping labels, beside pdf-lib + bwip-js PNG', ours, pdfLib),
    zplRow(zpl, ours),
  ]
}

function row(name: string, ours: number, peer: number): BenchRow {
  const ratio = ours / peer
  const aim = `>= ${AIM_PER_SECOND}/s and >= ${AIM_RATIO} x`
  return { name, ours, peer, unit: 'labels/s', ratio, aim, ok: ours >= AIM_PER_SECOND && ratio >= AIM_RATIO }
}

/** A label printer takes one to three labels a second: ZPL must only never be what it waits for. */
function zplRow(ours: number, pdf: number): BenchRow {
  const name = 'shipping labels as ZPL at 203 dpi, beside our own PDF'
  const aim = `>= ${AIM_ZPL_PER_SECOND}/s`
  return { name, ours, peer: pdf, unit: 'labels/s', ratio: ours / pdf, aim, ok: ours >= AIM_ZPL_PER_SECOND }
}

/** Milliseconds that it takes to make a file, of which `make` gives the size. */
function timeOf(make: () => Promise<number>): Promise<number> {
  return timed(async () => {
    if ((await make()) === 0) throw new Error('The bench made an empty file.')
  })
}

async function drain(stream: AsyncIterable<Buffer>): Promise<number> {
  let bytes = 0
  for await (const chunk of stream) bytes += chunk.length
  return bytes
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const { name, ours, peer, unit, ratio, aim, ok } of await benchLabels({ size: sizeAsked() }))
    console.log(
      `${name}: ${ours.toFixed(0)} / ${peer.toFixed(1)} ${unit} = ${ratio.toFixed(1)} x (aim ${aim}) ${ok ? 'ok' : 'MISSED'}`,
    )
}
