import { writeFile } from 'node:fs/promises'
import { type Browser, chromium } from '@playwright/test'
import { labelsPdf } from '../../src/server/documents/pdf.ts'
import { shippingLabelLayout } from '../../src/server/documents/shipping-label.ts'
import { openTypeface } from '../../src/server/documents/typeface.ts'
import { chromiumFlags, chromiumPath } from './chromium.ts'
import { makeShippingLabel } from './labels.ts'
import { type PrintedPage, withPrinted } from './printed.ts'

/** What the camera films, pixels. */
const film = { width: 1_280, height: 720 }

/** The SSCC's bars lie here on a box label, in parts of its height: the camera points at them. */
const barsAt = 0.84

/** Chromium with a camera before which the printed label of that box is held. The video is written to `file` (.y4m). */
export async function browserBefore(sscc: string, file: string): Promise<Browser> {
  const typeface = openTypeface()
  const label = shippingLabelLayout(typeface)(makeShippingLabel(0, { sscc }))
  const pdf = labelsPdf([label], typeface, { title: sscc, language: 'en' })
  const [page] = await withPrinted(pdf, (printed) => printed.pages(130))
  if (!page) throw new Error('The label has no page.')
  await writeFile(file, videoOf(page))
  // The one without a window has no camera.
  const executablePath = chromiumPath({ complete: true })
  return chromium.launch({
    args: [...chromiumFlags, '--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${file}`],
    ...(executablePath && { executablePath }),
  })
}

/** A second of the page on a grey table, as YUV4MPEG2. */
function videoOf({ width, height, grey }: PrintedPage): Buffer {
  const luma = Buffer.alloc(film.width * film.height, 0x70)
  const left = Math.round((film.width - width) / 2)
  const top = Math.round(film.height / 2 - height * barsAt)
  for (let row = Math.max(0, -top); row < Math.min(height, film.height - top); row += 1)
    luma.set(grey.subarray(row * width, (row + 1) * width), (top + row) * film.width + left)
  const frame = Buffer.concat([Buffer.from('FRAME\n'), luma, Buffer.alloc(luma.length / 2, 0x80)])
  const head = Buffer.from(`YUV4MPEG2 W${film.width} H${film.height} F5:1 Ip A1:1 C420jpeg\n`)
  return Buffer.concat([head, ...Array.from({ length: 5 }, () => frame)])
}
