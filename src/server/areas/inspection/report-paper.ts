import type { SignatureStrokes } from '../../../shared/areas/inspection/signature.ts'
import type { PrintedPicture } from '../pictures/printed-pictures.ts'

/** A cell's texts stand under each other. */
export interface ReportTable {
  title: string
  /** Below the title, for what the rows leave out. */
  note: string | null
  columns: readonly { title: string; width: number; isNumber?: boolean }[]
  rows: readonly { cells: readonly (readonly string[])[]; isBold?: boolean }[]
  /** Said in place of rows. */
  none: string
}

export interface ReportPhoto extends PrintedPicture {
  /** In bold; then what is found, and what was said of it. */
  about: string
  found: string
  remark: string
}

/** A drawing in units of its own, with numbers on it, and what they stand for beside it. */
export interface ReportDrawing {
  title: string
  width: number
  height: number
  lines: readonly { from: readonly [x: number, y: number]; to: readonly [x: number, y: number]; isThick: boolean }[]
  marks: readonly { at: readonly [x: number, y: number]; text: string }[]
  legend: readonly string[]
}

export interface ReportSignature {
  /** As whom. */
  part: string
  /** Empty where nobody signed: a line for a pen. */
  name: string
  at: string
  strokes: SignatureStrokes | null
}

/** Everything that stands on an inspection report, in its language. */
export interface ReportPaper {
  language: string
  title: string
  /** What it is of, and below it what came out. */
  subject: string
  verdict: string
  facts: readonly (readonly [label: string, value: string])[]
  styles: readonly { name: string; about: string; picture: PrintedPicture | null }[]
  /** Between styles and tables. */
  drawing?: ReportDrawing
  tables: readonly ReportTable[]
  /** Codes to scan, with what each is of. */
  codes?: { title: string; all: readonly { code: string; about: string }[] }
  photosTitle: string
  photos: readonly ReportPhoto[]
  signaturesTitle: string
  signatures: readonly ReportSignature[]
  /** "Page 2 of 5". */
  pageOf: (page: number, all: number) => string
}
