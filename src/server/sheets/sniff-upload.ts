import { isOtherSheet, refusalMessages, saveAsXlsx, sheetMessages } from '../../shared/kernel/sheet.ts'
import { type SheetLimits, SheetRefused } from './limits.ts'

export type SheetFormat = 'xlsx' | 'csv'

/** A file as it was uploaded: the name its owner gave it, and all of its bytes. */
export interface SheetUpload {
  readonly name: string
  readonly bytes: Buffer
}

const zipStart = Buffer.from('PK\x03\x04', 'latin1')
const oleStart = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const encryptedStream = Buffer.from('EncryptedPackage', 'utf16le')

/**
 * Tells the format from name and content together, so that neither a renamed program nor an old .xls passes.
 * Throws SheetRefused.
 */
export function sniffUpload(upload: SheetUpload, accept: readonly SheetFormat[], limits: SheetLimits): SheetFormat {
  const { bytes } = upload
  const words = accept.includes('csv') ? refusalMessages.notCsv : sheetMessages.notXlsx
  // An old .xls, or a csv, renamed by hand is told like one by its own name.
  const isSheet = () => isOtherSheet(upload.name) || startsWith(bytes, oleStart) || looksLikeText(bytes)
  const wrongFormat = () => new SheetRefused(words, {}, { said: isSheet() ? saveAsXlsx[words] : null })
  const extension = /\.([^.]+)$/.exec(upload.name.trim().toLowerCase())?.[1]
  if (extension !== 'xlsx' && extension !== 'csv') throw wrongFormat()
  if (!accept.includes(extension)) throw wrongFormat()
  if (bytes.length === 0) throw new SheetRefused(refusalMessages.empty)
  if (bytes.length > limits.fileBytes) throw new SheetRefused(refusalMessages.tooLarge, { bytes: limits.fileBytes })
  if (startsWith(bytes, oleStart) && bytes.includes(encryptedStream)) throw new SheetRefused(refusalMessages.encrypted)
  const isRight = extension === 'xlsx' ? startsWith(bytes, zipStart) : looksLikeText(bytes)
  if (!isRight) throw wrongFormat()
  return extension
}

function startsWith(bytes: Buffer, start: Buffer): boolean {
  return bytes.subarray(0, start.length).equals(start)
}

/** Text has no zero bytes, but for UTF-16, where they alternate with others. */
function looksLikeText(bytes: Buffer): boolean {
  if (startsWith(bytes, zipStart) || startsWith(bytes, oleStart)) return false
  if (bytes.subarray(0, 2).equals(Buffer.from('MZ')) && bytes.subarray(0, 1024).includes(0)) return false
  const head = bytes.subarray(0, 4096)
  const zeros = head.filter((byte) => byte === 0).length
  return zeros === 0 || (zeros <= head.length / 2 + 1 && !head.includes(Buffer.from([0, 0])))
}
