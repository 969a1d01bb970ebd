import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { RecordKind, RecordValues } from '../../../shared/areas/data/record-kind.ts'
import { recordWords } from '../../../shared/areas/data/record-words.ts'
import { stylePictureSides } from '../../../shared/kernel/pictures.ts'
import { bilingual, type Fault, pictureFaults } from '../../../shared/kernel/sheet.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { CallContext, Db, Tx } from '../../http/call.ts'
import { Refusal } from '../../http/errors.ts'
import { placeOf } from '../../sheets/read-rows.ts'
import type { SheetPicture, StreamJob } from '../../sheets/sheet-jobs.ts'
import { streamSheet } from '../../sheets/sheet-threads.ts'
import { dropPicture, type PutPicture, putPicture, samePicture, savePicture, sumOf } from '../pictures/store.ts'

export interface PictureCounts {
  new: number
  unchanged: number
  refused: number
}

interface RowPicture extends Pick<SheetPicture, 'sheet' | 'row' | 'cell'> {
  readonly sha256: Buffer
  /** Null of one that some style has already, and where nothing is to be kept. */
  readonly put: PutPicture | null
  fault: string | null
}

/** Where a picture stands that was thought to be there already is not: it must be drawn after all, outside the transaction. */
export class MustDraw extends Error {
  constructor() {
    super('a picture of another style')
    this.name = 'MustDraw'
  }
}

interface Reading {
  /** Looks at pictures, and keeps none. */
  isCheck: boolean
  /** Also those that some style has already. */
  drawsAll: boolean
  stopIfCancelled(): void
}

/**
 * The pictures on the rows of a workbook, drawn and put before the transaction that takes its rows. Of a broken one the fault is kept
 * until its row is read. Whatever `save` has not named when all is over must be dropped. Throws SheetRefused and JobStopped.
 */
export async function readPictures(
  job: Omit<StreamJob, 'kind' | 'credit' | 'wants'>,
  { db, files, caller, signal }: Pick<CallContext, 'db' | 'files' | 'caller' | 'signal'>,
  { isCheck, drawsAll, stopIfCancelled }: Reading,
): Promise<ImportPictures> {
  const pictures = new ImportPictures(files, isCheck)
  const take = async ({ bytes, ...at }: SheetPicture) => {
    stopIfCancelled()
    const before = pictures.at(at)
    const sha256 = sumOf(Buffer.from(bytes ?? []))
    if (before) {
      if (!before.sha256.equals(sha256)) before.fault = pictureFaults.several
      return
    }
    const drawn = bytes && (drawsAll || !(await isKnown(db, sha256))) ? await draw(Buffer.from(bytes)) : { put: null }
    pictures.add({ ...at, sha256, put: drawn.put, fault: at.fault ?? drawn.fault ?? null })
  }
  const draw = async (bytes: Buffer): Promise<{ put: PutPicture | null; fault?: string }> => {
    try {
      if (!isCheck) return { put: await unlessBusy(() => putPicture(files, bytes)) }
      const { preparePicture } = await import('../photos/image-work.ts')
      await unlessBusy(() => preparePicture(bytes, stylePictureSides))
      return { put: null }
    } catch (error) {
      if (error instanceof Refusal && error.code === 'invalid_input') return { put: null, fault: error.message }
      throw error
    }
  }
  try {
    await streamSheet({ ...job, wants: 'pictures' }, async ({ picture }) => picture && take(picture), {
      ...{ user: caller.userId, signal },
    })
  } catch (error) {
    await pictures.dropRest()
    throw error
  }
  return pictures
}

/** People who send photographs at the same moment fill the queue; a file waits its turn. */
export async function unlessBusy<T>(prepare: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await prepare()
    } catch (error) {
      if (tries === 20 || !(error instanceof Refusal) || error.code !== 'unavailable') throw error
      await sleep(500)
    }
  }
}

async function isKnown(db: Db, sha256: Buffer): Promise<boolean> {
  const { rows } = await rowsOf({ one: col.number })`
    SELECT 1 AS one FROM style_picture WHERE sha256 = ${sha256} AND removed_at IS NULL LIMIT 1`.execute(db)
  return rows.length > 0
}

/** A good row of a sheet, whose record stands by now. */
export interface PicturedRow {
  readonly sheet: string
  readonly row: number
  readonly values: RecordValues
}

/** The pictures of one workbook on their way to the styles of its rows. */
export class ImportPictures {
  readonly counts: PictureCounts = { new: 0, unchanged: 0, refused: 0 }
  /** Files that are there, and those of them that rows name by now. */
  private readonly put = new Set<string>()
  private readonly kept = new Set<string>()
  /** What a style, or a colour of it, shows by this file. */
  private readonly given = new Map<string, Buffer>()

  private readonly found = new Map<string, RowPicture>()
  private readonly isCheck: boolean
  private readonly files: CallContext['files']

  constructor(files: CallContext['files'], isCheck: boolean) {
    this.files = files
    this.isCheck = isCheck
  }

  at(place: Pick<PicturedRow, 'sheet' | 'row'>): RowPicture | undefined {
    return this.found.get(placeOf(place))
  }

  add(picture: RowPicture): void {
    this.found.set(placeOf(picture), picture)
    if (picture.put) this.put.add(picture.put.fileId)
  }

  /** No row has one any more. */
  get isEmpty(): boolean {
    return this.found.size === 0
  }

  /** No row had one. */
  get wereNone(): boolean {
    return this.counts.new + this.counts.unchanged + this.counts.refused === 0
  }

  /** Rows that are at fault say so themselves: their pictures stay out with them. */
  skip(row: Pick<PicturedRow, 'sheet' | 'row'>): void {
    this.found.delete(placeOf(row))
  }

  /** Gives rows' pictures to their styles, in the first place. Faults are those of pictures; the rows stay. Throws MustDraw. */
  async save(tx: Tx, context: CallContext, kind: RecordKind, rows: readonly PicturedRow[]): Promise<Fault[]> {
    if (this.isEmpty || !kind.sheet.pictures) return []
    const pictured = rows.flatMap((row) => {
      const picture = this.found.get(placeOf(row))
      return picture ? [{ picture, code: String(row.values[kind.key[0] ?? ''] ?? '') }] : []
    })
    const places = await placesOf(
      tx,
      kind,
      pictured.map(({ code }) => code),
    )
    const faults: Fault[] = []
    for (const { picture, code } of pictured) {
      this.found.delete(placeOf(picture))
      const at = places.get(code)
      const fault = picture.fault ?? (at ? await this.give(tx, context, at, picture) : pictureFaults.noRow)
      if (fault !== null) faults.push(this.refuse(kind, picture, fault))
    }
    return faults
  }

  /** Pictures under a header without a record in their row. What stands in the header or above is the sheet's own. */
  left(kind: RecordKind, { sheet, headerRow }: { sheet: string; headerRow: number }): Fault[] {
    const left = [...this.found.values()].filter((one) => one.sheet === sheet && one.row > headerRow)
    return left.map((picture) => this.refuse(kind, picture, pictureFaults.noRow))
  }

  /** Removes what no row names: all of it where the transaction was undone. A sweep finds what cannot be removed now. */
  async dropRest(isUndone = false): Promise<void> {
    for (const id of this.put)
      if (isUndone || !this.kept.has(id)) await dropPicture(this.files, id).catch(() => undefined)
  }

  private refuse({ sheet: { pictures } }: RecordKind, { sheet, row, cell }: RowPicture, message: string): Fault {
    this.counts.refused += 1
    return { sheet, row, column: pictures ? bilingual(pictures) : '', cell, value: '', message }
  }

  private async give(tx: Tx, context: CallContext, at: Place, { sha256, put }: RowPicture): Promise<string | null> {
    const whose = `${at.styleId}\n${at.color ?? ''}`
    const before = this.given.get(whose)
    if (before) return before.equals(sha256) ? null : recordWords.otherPicture
    this.given.set(whose, sha256)
    if (await samePicture(tx, { ...at, position: null }, sha256)) this.counts.unchanged += 1
    else {
      if (!this.isCheck && put === null) throw new MustDraw()
      if (put !== null) {
        await savePicture(tx, context, { ...at, position: 1 }, put)
        this.kept.add(put.fileId)
      }
      this.counts.new += 1
    }
    return null
  }
}

interface Place {
  styleId: string
  style: string
  color: string | null
  color_zh: string | null
}

/** Of which style, or which colour of one, the pictures of records are; by the records' codes. */
async function placesOf(tx: Tx, { kind }: RecordKind, codes: readonly string[]): Promise<ReadonlyMap<string, Place>> {
  if (codes.length === 0) return new Map()
  const columns = { code: col.text, id: col.text, style: col.text, color: col.textOrNull, color_zh: col.textOrNull }
  const isOfSkus = kind === 'skus'
  const { rows } = await rowsOf(columns)`
    SELECT ${sql.ref(isOfSkus ? 'k.nm_sku' : 's.code')} AS code, s.id::text AS id, s.code AS style,
      ${isOfSkus ? sql`k.color, k.color_zh` : sql`NULL AS color, NULL AS color_zh`}
    FROM style s ${isOfSkus ? sql`JOIN sku k ON k.style_id = s.id` : sql``}
    WHERE ${sql.ref(isOfSkus ? 'k.nm_sku' : 's.code')} = ANY(${codes}::text[])`.execute(tx)
  return new Map(rows.map(({ code, id, ...rest }) => [code, { styleId: id, ...rest }]))
}
