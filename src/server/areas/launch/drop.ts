import { v7 } from 'uuid'
import { fileNamed, isLink, launchFaults, launchWords, namesInCell } from '../../../shared/areas/launch/rules.ts'
import { launchSheet } from '../../../shared/areas/launch/sheets.ts'
import { type NamedStyle, readPictureName } from '../../../shared/areas/pictures/file-names.ts'
import { stylePictureSides } from '../../../shared/kernel/pictures.ts'
import { fileKey } from '../../files/files.ts'
import type { CallContext, Upload } from '../../http/call.ts'
import { invalidInput, Refusal } from '../../http/errors.ts'
import { sheetLimits } from '../../sheets/limits.ts'
import { placeOf, type SheetRow } from '../../sheets/read-rows.ts'
import type { SheetPicture } from '../../sheets/sheet-jobs.ts'
import { streamSheet } from '../../sheets/sheet-threads.ts'
import type { SheetValues } from '../../sheets/take-sheet.ts'
import { unlessBusy } from '../data/import-pictures.ts'
import { dropPicture, type PutPicture, sumOf } from '../pictures/store.ts'

export type LaunchRow = SheetRow<SheetValues<typeof launchSheet>>

/** A picture of the drop or the workbook, drawn. */
export interface DrawnPicture {
  sha256: Buffer
  likeness: bigint
  thumbnail: Buffer
  /** Null of a check, which keeps nothing. */
  put: PutPicture | null
}

/** What is wrong with a row's pictures. */
export interface PictureFault {
  key: 'pictures'
  message: string
  expected?: string
  /** The file that it is about, in place of the cell: a row may have many. */
  value?: string
}

/** The pictures of one drop, by the rows that they are of. */
export interface Drop {
  of(row: LaunchRow): readonly DrawnPicture[]
  faultOf(row: LaunchRow): PictureFault | null
  /** Names of pictures that no row means. */
  unused: readonly string[]
  /** Removes the files of pictures that nothing came to name. */
  dropRest(kept?: ReadonlySet<string>): Promise<void>
}

interface Meant {
  /** With the file's name; null of one that lies in the workbook. */
  pictures: { name: string | null; bytes: Buffer }[]
  fault: PictureFault | null
}

/**
 * Finds each row's pictures and draws them, before the transaction that takes the rows. Of a link only its last part is read: it is the
 * name of a dropped file, and nothing is ever fetched. Throws invalid_input where two pictures have one name.
 */
export async function readDrop(
  { file, pictures = [] }: { file: Upload; pictures?: readonly Upload[] },
  rows: readonly LaunchRow[],
  context: Pick<CallContext, 'caller' | 'files' | 'signal'>,
  isCheck: boolean,
): Promise<Drop> {
  const lying = await picturesInside(file, context)
  const { meant, unused } = findMeant(rows, pictures, lying)
  const drawn = new Map<string, DrawnPicture | string>()
  const found = new Map<string, { pictures: DrawnPicture[]; fault: PictureFault | null }>()
  const dropRest = async (kept: ReadonlySet<string> = new Set()) => {
    for (const one of drawn.values())
      if (typeof one !== 'string' && one.put && !kept.has(one.put.fileId))
        await dropPicture(context.files, one.put.fileId).catch(() => undefined)
  }
  try {
    for (const row of rows) {
      const { pictures: sent, fault } = meant.get(placeOf(row)) ?? { pictures: [], fault: null }
      const own: DrawnPicture[] = []
      let wrong = fault
      for (const { name: file, bytes } of sent) {
        context.signal.throwIfAborted()
        const sha256 = sumOf(bytes)
        const name = sha256.toString('hex')
        const known = drawn.get(name) ?? (await drawPicture(bytes, sha256, context.files, isCheck))
        drawn.set(name, known)
        if (typeof known === 'string')
          wrong ??= { key: 'pictures', message: known, ...(file !== null && { value: file }) }
        else own.push(known)
      }
      found.set(placeOf(row), { pictures: own, fault: wrong })
    }
  } catch (error) {
    await dropRest()
    throw error
  }
  return {
    of: (row) => found.get(placeOf(row))?.pictures ?? [],
    faultOf: (row) => found.get(placeOf(row))?.fault ?? null,
    unused,
    dropRest,
  }
}

/** Drawn, or why it cannot be. */
async function drawPicture(
  bytes: Buffer,
  sha256: Buffer,
  files: CallContext['files'],
  isCheck: boolean,
): Promise<DrawnPicture | string> {
  // Loaded when needed: it brings the library that decodes.
  const { likenessOf, preparePicture } = await import('../photos/image-work.ts')
  try {
    const { width, height, picture, thumbnail } = await unlessBusy(() => preparePicture(bytes, stylePictureSides))
    const likeness = await likenessOf(thumbnail)
    if (isCheck) return { sha256, likeness, thumbnail, put: null }
    const fileId = v7()
    await Promise.all([files.put(fileKey('pictures', fileId), picture), files.put(fileKey('icons', fileId), thumbnail)])
    return { sha256, likeness, thumbnail, put: { fileId, width, height, bytes: picture.length, sha256 } }
  } catch (error) {
    if (error instanceof Refusal && error.code === 'invalid_input') return error.message
    throw error
  }
}

/** Pictures that lie on rows of the workbook, or in their cells. */
async function picturesInside(
  { name, bytes }: Upload,
  { caller, signal }: Pick<CallContext, 'caller' | 'signal'>,
): Promise<ReadonlyMap<string, SheetPicture[]>> {
  const found: SheetPicture[] = []
  if (!/\.xlsx$/i.test(name)) return new Map()
  const job = {
    ...({ format: 'xlsx', name, bytes, wants: 'pictures', sought: [{ template: launchSheet }] } as const),
    limits: { ...sheetLimits, fileBytes: bytes.length },
  }
  await streamSheet(job, async ({ picture }) => void (picture && found.push(picture)), {
    ...{ user: caller.userId, signal },
  })
  return Map.groupBy(found, placeOf)
}

function findMeant(
  rows: readonly LaunchRow[],
  dropped: readonly Upload[],
  lying: ReadonlyMap<string, readonly SheetPicture[]>,
): { meant: ReadonlyMap<string, Meant>; unused: string[] } {
  const byName = new Map(dropped.map((one) => [fileNamed(one.name), one]))
  if (byName.size < dropped.length) throw invalidInput(launchWords.mixedPictures)
  const used = new Set<Upload>()
  const meant = new Map<string, Meant>()
  const silent: LaunchRow[] = []
  for (const row of rows) {
    const names = namesInCell(row.values.pictures ?? '')
    const own: Meant = { pictures: [], fault: null }
    for (const name of names) {
      const one = byName.get(fileNamed(name))
      if (one) {
        used.add(one)
        own.pictures.push(one)
      } else own.fault ??= missing(name)
    }
    for (const { bytes, fault } of lying.get(placeOf(row)) ?? []) {
      if (bytes) own.pictures.push({ name: null, bytes: Buffer.from(bytes) })
      else own.fault ??= { key: 'pictures', message: fault ?? launchFaults.badPicture }
    }
    meant.set(placeOf(row), own)
    if (names.length === 0 && own.pictures.length === 0) silent.push(row)
  }
  byOwnNames(silent, dropped, meant, used)
  return { meant, unused: dropped.filter((one) => !used.has(one)).map(({ name }) => name) }
}

function missing(name: string): PictureFault {
  const message = isLink(name) ? launchFaults.notFetched : launchFaults.noPicture
  return { key: 'pictures', message, expected: launchFaults.addPicture, value: name }
}

/** A row that names no picture has those that are called after it: `A1001_Black.jpg`, `A1001-黑色-2.jpg`. */
function byOwnNames(
  rows: readonly LaunchRow[],
  dropped: readonly Upload[],
  meant: ReadonlyMap<string, Meant>,
  used: Set<Upload>,
): void {
  const styles = [...Map.groupBy(rows, ({ values }) => values.vendor_style)].map(
    ([code, own]): NamedStyle => ({
      code,
      colours: own.map(({ values }) => ({ color: values.color, color_zh: values.color_zh ?? '', codes: [] })),
    }),
  )
  const found = dropped
    .filter((one) => !used.has(one))
    .flatMap((one) => {
      const read = readPictureName(one.name, styles)
      return 'fault' in read ? [] : [{ one, ...read }]
    })
    .toSorted((a, b) => a.position - b.position)
  for (const { one, style, color } of found) {
    const row = rows.find(({ values }) => values.vendor_style === style && (color === null || values.color === color))
    if (!row) continue
    used.add(one)
    meant.get(placeOf(row))?.pictures.push(one)
  }
}
