import { type RawBuilder, sql } from 'kysely'
import {
  acceptanceOf,
  addFigures,
  defectsOf,
  dhuOf,
  noFigures,
  type QualityRow,
} from '../../../shared/areas/qc-reports/quality.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Gives, Taken } from '../../../shared/kernel/call.ts'
import { recordDownload } from '../../audit/audit.ts'
import { col, type Row, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Db, type FileReply, type Reply, reply } from '../../http/call.ts'
import { type CsvColumn, writeCsv } from '../../sheets/write-table.ts'
import { assertVendorName } from '../data/vendors.ts'
import type { QcDoor, QcSites } from '../qc-boxes/sites.ts'
import { type QualityAsked, type QualityFact, qualityFacts, sumFacts } from './quality.ts'
import { daysAsked } from './reports.ts'

type Call = Contract['qcReports']['getQcQuality']
type Input = Taken<Call>

/** DHU and lot acceptance of a country's QC, four ways. */
export function qualityAt<S extends QcSites>(door: QcDoor<S>) {
  return async (input: Input, context: CallContext): Promise<Reply<Gives<Call>>> => {
    const asked = await askedOf(door, input, context)
    const facts = await qualityFacts(context.db, asked)
    const names = await namesOf(context.db, facts)
    const by = (of: (fact: QualityFact) => string, nameOf: (key: string) => Name | undefined = () => undefined) =>
      [...sumFacts(facts, of)].map(([key, figures]): QualityRow => {
        const { code, name, name_zh } = nameOf(key) ?? { code: key, name: '', name_zh: '' }
        return { code, name, name_zh, ...figures }
      })
    return reply({
      ...asked.days,
      totals: facts.reduce(addFigures, noFigures),
      by: {
        vendor: by(
          ({ vendor_id }) => vendor_id,
          (id) => names.vendors.get(id),
        ),
        category: by(({ category }) => category),
        inspector: by(
          (fact) => fact.by,
          (id) => names.inspectors.get(id),
        ),
        week: by(({ week }) => week),
      },
    })
  }
}

/** qc_quality.csv: the finest rows, so that a spreadsheet adds them up by whatever it likes. */
export function downloadQualityAt<S extends QcSites>(door: QcDoor<S>) {
  return async (input: Input, context: CallContext): Promise<FileReply> => {
    const asked = await askedOf(door, input, context)
    await recordDownload(context, fileNames[asked.at.sites], { ...asked.days })
    const facts = await qualityFacts(context.db, asked)
    return { body: writeCsv(columnsOf(await namesOf(context.db, facts)), facts) }
  }
}

const fileNames: Record<QcSites, string> = { china_qc: 'qc_quality.csv', india_qc: 'india_qc_quality.csv' }

async function askedOf(door: QcDoor<QcSites>, input: Input, context: CallContext): Promise<QualityAsked> {
  await assertVendorName(context, input.supplier_id)
  const vendor = input.supplier_id ? sql<boolean>`v.code = ${input.supplier_id}` : sql<boolean>`true`
  return { at: door(context.caller), days: daysAsked(input), vendor }
}

const nameColumns = { id: col.text, code: col.text, name: col.text, name_zh: col.text }
type Name = Row<typeof nameColumns>

interface Names {
  vendors: Map<string, Name>
  inspectors: Map<string, Name>
}

async function namesOf(db: Db, facts: readonly QualityFact[]): Promise<Names> {
  const read = async (columns: RawBuilder<unknown>, ids: ReadonlySet<string>) => {
    const { rows } = await rowsOf(nameColumns)`SELECT ${columns} WHERE id = ANY(${[...ids]}::uuid[])`.execute(db)
    return new Map(rows.map((row) => [row.id, row]))
  }
  const [vendors, inspectors] = await Promise.all([
    read(sql`id, code, name, name_zh FROM vendor`, new Set(facts.map(({ vendor_id }) => vendor_id))),
    read(sql`id, id::text AS code, name, name AS name_zh FROM app_user`, new Set(facts.map(({ by }) => by))),
  ])
  return { vendors, inspectors }
}

function columnsOf({ vendors, inspectors }: Names): CsvColumn<QualityFact>[] {
  const columns: readonly (readonly [header: string, value: CsvColumn<QualityFact>['value']])[] = [
    ['Week from', (r) => r.week],
    ['Supplier ID', (r) => vendors.get(r.vendor_id)?.code ?? ''],
    ['Supplier name', (r) => vendors.get(r.vendor_id)?.name ?? ''],
    ['Supplier name (zh)', (r) => vendors.get(r.vendor_id)?.name_zh ?? ''],
    ['Style category', (r) => r.category || 'Several'],
    ['Inspector', (r) => inspectors.get(r.by)?.name ?? ''],
    ['Units looked at', (r) => r.looked_at],
    ['Critical defects', (r) => r.critical],
    ['Major defects', (r) => r.major],
    ['Minor defects', (r) => r.minor],
    ['Defects', defectsOf],
    ['DHU', (r) => dhuOf(r)?.toFixed(2) ?? null],
    ['Lots accepted', (r) => r.lots_accepted],
    ['Lots rejected', (r) => r.lots_rejected],
    ['Lot acceptance (%)', (r) => percentOf(acceptanceOf(r))],
  ]
  return columns.map(([header, value]) => ({ header, value }))
}

const percentOf = (rate: number | null) => (rate === null ? null : (rate * 100).toFixed(1))
