import { sql } from 'kysely'
import {
  type AssortedStyle,
  type assortmentsArea,
  assortmentWords,
  sizesOfSet,
} from '../../../shared/areas/assortments/area.ts'
import type { Contract } from '../../../shared/areas.ts'
import { hasRight } from '../../../shared/areas.ts'
import { key } from '../../../shared/kernel/words.ts'
import { recordDownload } from '../../audit/audit.ts'
import { lastEventsOf } from '../../audit/timeline.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { ServerArea } from '../../http/area.ts'
import { type CallContext, type Db, type Handlers, reply } from '../../http/call.ts'
import { invalidInput, notFound } from '../../http/errors.ts'
import { defineJob } from '../../jobs/define-job.ts'
import { startJob } from '../../jobs/start-job.ts'
import { columnsIn, type WordColumn } from '../../lists/column-words.ts'
import { notify } from '../../notices/notify.ts'
import { writeTable } from '../../sheets/write-table.ts'
import { assortedStyles, assortmentQuery, assortmentRows } from './assortments.ts'
import { saveAssortment } from './save-assortment.ts'

type Routes = Handlers<Contract['assortments']>

const found = { id: col.text, code: col.text, name: col.text }

/** Assortments by their codes, oldest first. Throws not_found for one that nobody made. */
async function named(db: Db, codes: readonly string[]) {
  const { rows } = await rowsOf(found)`
    SELECT id, code, name FROM assortment WHERE code = ANY(${codes}::text[]) ORDER BY number`.execute(db)
  const missing = codes.find((code) => !rows.some((row) => row.code === code))
  if (missing !== undefined) throw notFound(assortmentWords.notFound, { assortment_id: missing })
  return rows
}

const getAssortment: Routes['getAssortment'] = async ({ assortment_id }, { db, caller }) => {
  const [held] = await named(db, [assortment_id])
  const id = held?.id ?? ''
  const [[assortment], styles, events] = await Promise.all([
    assortmentRows(db, [id]),
    assortedStyles(db, id, caller),
    lastEventsOf(db, 'assortment', assortment_id),
  ])
  if (!assortment) throw notFound(assortmentWords.notFound, { assortment_id })
  return reply({ assortment, styles, events })
}

const setColumns = { code: col.text, sizes: sizesOfSet }

const sizeSets: Routes['sizeSets'] = async (_, { db }) => {
  const { rows } = await rowsOf(setColumns)`
    SELECT z.code, jsonb_agg(jsonb_build_object('size', z.size, 'is_core', z.is_core, 'pieces_in_set', z.pieces_in_set)
      ORDER BY z.position) AS sizes FROM size_set z WHERE z.retired_at IS NULL GROUP BY z.code ORDER BY z.code`.execute(
    db,
  )
  return reply({ sets: rows })
}

/** One row of the workbook: a style of an assortment in one of its colours. */
interface FileRow extends AssortedStyle {
  assortment: string
  name: string
  color: string
}

const text = (header: string, value: (row: FileRow) => string | null): WordColumn<FileRow> => ({
  header,
  value,
  kind: 'text',
})

const fileColumns: readonly WordColumn<FileRow>[] = [
  text(key('Assortment'), (row) => row.assortment),
  text(key('Assortment name'), (row) => row.name),
  text(key('Catalogue no.'), ({ style }) => style.catalogue_id),
  text(key('Supplier ID'), ({ style }) => style.supplier_id),
  text(key('Supplier name'), ({ style }) => style.supplier_name),
  text(key('Vendor’s style no.'), ({ style }) => style.vendor_style),
  text(key('Style name'), ({ style }) => style.name),
  text(key('Category'), ({ style }) => style.category),
  { ...text(key('Status'), ({ style }) => style.status), isWord: true },
  text(key('Colour'), (row) => row.color),
  text(key('Sizes and ratio'), ({ sizes, ratio }) =>
    sizes.flatMap(({ size }) => (ratio[size] ? [`${size} × ${ratio[size]}`] : [])).join(', '),
  ),
  {
    header: key('Pieces in a set'),
    kind: 'pieces',
    value: ({ ratio }) => Object.values(ratio).reduce((sum, n) => sum + n, 0),
  },
  { header: key('Price'), kind: 'money', value: ({ style: { price } }) => price && price.minor / 100 },
  text(key('Currency'), ({ style }) => style.price?.currency ?? null),
  text(key('Picture'), ({ style }) => style.picture && `${style.catalogue_id}.jpg`),
  text(key('1688 link'), ({ style }) => style.link_1688),
]

interface Export {
  assortment_ids: string[]
  /** Of before files were written in their reader's language: none. */
  language?: string
}

const exportJob = defineJob<Export>({
  kind: 'assortments-export',
  ifBroken: 'again',
  title: () => ({ text: assortmentWords.title, values: {} }),
  async run(job) {
    const { context, input } = job
    const assortments = await named(context.db, input.assortment_ids)
    const file = await job.file(
      'Assortments.xlsx',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      writeTable('Assortments', await columnsIn(input.language ?? 'en', fileColumns, context), rows()),
    )
    const names = assortments.map(({ code }) => code)
    await recordDownload(context, 'Assortments.xlsx')
    await context.command((tx) =>
      // Whoever did it is not told, but for what goes on behind their back.
      notify(tx, 'nobody', {
        ...{ kind: 'assortments_exported', userId: context.caller.userId, things: [job.id] },
        values: { assortments: names.length > 3 ? `${names.slice(0, 3).join(', ')} …` : names.join(', ') },
      }),
    )
    return file

    async function* rows(): AsyncGenerator<FileRow> {
      const seesPrices = hasRight(context.caller, 'seePrices')
      for (const [at, { id, code, name }] of assortments.entries()) {
        job.stopIfCancelled()
        job.progress(at, assortments.length)
        for (const one of await assortedStyles(context.db, id, context.caller)) {
          const style = seesPrices ? one.style : { ...one.style, price: null }
          const colors = one.colors.length > 0 ? one.colors : style.colors.map(({ color }) => color)
          for (const color of colors) yield { ...one, style, assortment: code, name, color }
        }
      }
      job.progress(assortments.length, assortments.length)
    }
  },
})

const createExportAssortmentsJob: Routes['createExportAssortmentsJob'] = (
  { assortment_ids, language },
  context: CallContext,
) =>
  context.command(async (tx) => {
    const assortments = await named(tx, [...new Set(assortment_ids)])
    const rows = await assortmentRows(
      tx,
      assortments.map(({ id }) => id),
    )
    if (rows.every(({ styles }) => styles === 0)) throw invalidInput(assortmentWords.nothing)
    const job_id = await startJob(tx, context, exportJob, {
      assortment_ids: assortments.map(({ code }) => code),
      language,
    })
    return reply({ job_id })
  })

/** Sets of styles with colours and ratio, built before buyers look at them. No vendor sees any. */
export const assortmentsServer: ServerArea<typeof assortmentsArea> = {
  routes: { getAssortments: assortmentQuery.page, getAssortment, sizeSets, saveAssortment, createExportAssortmentsJob },
  exports: { exportAssortments: assortmentQuery },
  feeds: { assortment: () => sql`false` },
  jobs: [exportJob],
}
