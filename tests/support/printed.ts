import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'

const run = promisify(execFile)
const LABEL_PRINTER_DPI = 203

/** A code that a scanner reads from a printed page. */
export interface ScannedCode {
  readonly type: 'CODE-128' | 'EAN-13' | 'QR-Code'
  readonly data: string
}

/** A page as a label printer's head sees it: 8-bit grey, row by row. */
export interface PrintedPage {
  readonly width: number
  readonly height: number
  readonly grey: Uint8Array
}

/** A PDF on disk, seen through other people's programs (poppler, zbar, qpdf). */
export interface PrintedPdf {
  info(...options: string[]): Promise<string>
  /** qpdf's opinion of the file's syntax. */
  check(): Promise<string>
  fonts(): Promise<string>
  text(): Promise<string>
  /** What a scanner reads on each page, by default at 203 dpi. */
  codes(dpi?: number): Promise<ScannedCode[][]>
  pages(dpi?: number): Promise<PrintedPage[]>
}

/** Writes the stream to a file of its own, gives it to `look`, and removes it again. */
export async function withPrinted<Result>(
  pdf: Readable,
  look: (printed: PrintedPdf) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'printed-'))
  try {
    const file = join(folder, 'labels.pdf')
    await writeFile(file, pdf)
    return await look({
      info: (...options) => output('pdfinfo', [...options, file]),
      check: () => output('qpdf', ['--check', file]),
      fonts: () => output('pdffonts', [file]),
      text: () => output('pdftotext', ['-layout', file, '-']),
      codes: async (dpi) => scan(await rendered(file, folder, dpi)),
      pages: async (dpi) => {
        const pictures = await rendered(file, folder, dpi)
        return Promise.all(pictures.map(async (path) => readPgm(await readFile(path))))
      },
    })
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** What a scanner reads on each of these pictures (8-bit PGM files). */
export async function scanPictures(pictures: readonly Buffer[]): Promise<ScannedCode[][]> {
  const folder = await mkdtemp(join(tmpdir(), 'printed-'))
  try {
    const files = pictures.map((_, index) => join(folder, `${index}.pgm`))
    for (const [index, picture] of pictures.entries()) await writeFile(files[index] ?? '', picture)
    return await scan(files)
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function output(program: string, options: readonly string[]): Promise<string> {
  return (await run(program, options, { maxBuffer: 64 * 1024 * 1024 })).stdout
}

/** Page pictures in page order (pdftoppm pads the numbers). */
async function rendered(file: string, folder: string, dpi = LABEL_PRINTER_DPI): Promise<string[]> {
  await run('pdftoppm', ['-gray', '-r', String(dpi), file, join(folder, `at-${dpi}`)])
  const names = (await readdir(folder)).filter((name) => name.startsWith(`at-${dpi}-`)).sort()
  return names.map((name) => join(folder, name))
}

interface Ended {
  code: number
  stdout: string
}
const NO_CODE = 4

async function scan(pictures: readonly string[]): Promise<ScannedCode[][]> {
  const only = ['-Sdisable', '-Scode128.enable', '-Sean13.enable', '-Sqrcode.enable']
  const xml = await output('zbarimg', ['--nodbus', '-q', '--xml', ...only, ...pictures]).catch(
    (error: Partial<Ended>) => {
      // It ends so where a page has no code; what it read elsewhere is said all the same.
      if (error.code === NO_CODE && error.stdout !== undefined) return error.stdout
      throw error
    },
  )
  const bySource = new Map(xml.split('<source ').map((part) => [/href='([^']*)'/.exec(part)?.[1], part]))
  return pictures.map((picture) => symbols(bySource.get(picture) ?? ''))
}

function symbols(xml: string): ScannedCode[] {
  const found = xml.matchAll(/<symbol type='([^']*)'[^>]*><data><!\[CDATA\[([\s\S]*?)\]\]><\/data>/g)
  return [...found].map(([, type, data]) => ({
    type: type === 'CODE-128' || type === 'EAN-13' ? type : 'QR-Code',
    data: data ?? '',
  }))
}

function readPgm(bytes: Buffer): PrintedPage {
  const head = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(bytes.subarray(0, 40).toString('latin1'))
  if (!head) throw new Error('pdftoppm gave no 8-bit PGM.')
  return { width: Number(head[1]), height: Number(head[2]), grey: bytes.subarray(head[0].length) }
}
