import { sql } from 'kysely'
import {
  aqlsOf,
  type QcSettings,
  qcSettingFaults,
  qcSettingFields,
  qcSettingMessages,
} from '../../../shared/areas/inspection/settings.ts'
import type { SeenSettings } from '../../../shared/areas/inspection/shapes.ts'
import { stricterFault, stricterMessages } from '../../../shared/areas/inspection/stricter-rules.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import {
  loadGroup,
  readGroup,
  type SettingGroup,
  saveGroup,
  seenGroup,
  settingGroup,
} from '../../audit/setting-group.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Settings } from '../../database/settings.ts'
import { type CallContext, type Db, reply, type Tx } from '../../http/call.ts'
import { conflict, invalidInput } from '../../http/errors.ts'
import type { QcSites } from '../qc-boxes/sites.ts'

const shown = (
  { critical, major, minor }: Settings['qc_aqls'],
  others: Pick<QcSettings, 'lot_scope' | 'level' | 'blind_count' | 'stricter'>,
) => ({
  ...others,
  ...{ aql_critical: critical, aql_major: major, aql_minor: minor },
})

/** What China QC goes by, as it is kept. */
export const chinaSettings = settingGroup({
  prefix: 'qc',
  rows: ['qc_aqls', 'qc_blind_count', 'qc_level', 'qc_lot_scope', 'qc_stricter'],
  fields: qcSettingFields,
  shown: (kept) =>
    shown(kept.qc_aqls, {
      lot_scope: kept.qc_lot_scope,
      level: kept.qc_level,
      blind_count: kept.qc_blind_count,
      stricter: kept.qc_stricter,
    }),
  kept: (said: QcSettings) => ({
    qc_aqls: aqlsOf(said),
    qc_blind_count: said.blind_count,
    qc_level: said.level,
    qc_lot_scope: said.lot_scope,
    qc_stricter: said.stricter,
  }),
})

/** The same of India QC. */
export const indiaSettings = settingGroup({
  prefix: 'india_qc',
  rows: ['india_qc_aqls', 'india_qc_blind_count', 'india_qc_level', 'india_qc_lot_scope', 'india_qc_stricter'],
  fields: qcSettingFields,
  shown: (kept) =>
    shown(kept.india_qc_aqls, {
      lot_scope: kept.india_qc_lot_scope,
      level: kept.india_qc_level,
      blind_count: kept.india_qc_blind_count,
      stricter: kept.india_qc_stricter,
    }),
  kept: (said: QcSettings) => ({
    india_qc_aqls: aqlsOf(said),
    india_qc_blind_count: said.blind_count,
    india_qc_level: said.level,
    india_qc_lot_scope: said.lot_scope,
    india_qc_stricter: said.stricter,
  }),
})

/** What a country's QC goes by where nobody says otherwise at a box. */
export async function readQcSettings(db: Db, sites: QcSites): Promise<QcSettings> {
  const { settings } = await (sites === 'china_qc' ? readGroup(db, chinaSettings) : readGroup(db, indiaSettings))
  return settings
}

/** The settings' version, and who changed them last. */
export function seenSettings(db: Db | Tx, sites: QcSites): Promise<SeenSettings> {
  return sites === 'china_qc' ? seenGroup(db, chinaSettings) : seenGroup(db, indiaSettings)
}

/** Refuses a plan that was seen under other settings, naming who changed them. */
export async function assertSettingsSeen(tx: Tx, sites: QcSites, seen: number | undefined): Promise<void> {
  if (seen === undefined) return
  const now = await seenSettings(tx, sites)
  if (now.version !== seen) throw changedMeanwhile(qcSettingMessages.changed, now)
}

export function changedMeanwhile(message: string, { changed_by, changed_at }: SeenSettings) {
  const by = changed_by ?? 'Selvedge'
  return conflict(message, { values: { changed_by: by }, changed_by: by, ...(changed_at && { changed_at }) })
}

type Save = Taken<Contract['inspection']['saveQcSettings']>

/** The calls of a country's settings: what it goes by and who changed it last; and a change for lots that are planned from then on. */
export function settingsCalls<N extends keyof Settings>(group: SettingGroup<QcSettings, N>) {
  return {
    qcSettings: async (_: object, { db }: CallContext) =>
      reply({ ...(await loadGroup(db, group)), style_categories: await styleCategories(db) }),
    async saveQcSettings(input: Save, context: CallContext) {
      assertSound(input.settings)
      return context.command(async (tx) => {
        await assertVendors(tx, input.settings)
        const { data, message } = await saveGroup(tx, context, group, input, 'QC settings saved.')
        return reply({ ...data, style_categories: await styleCategories(tx) }, message)
      })
    },
  }
}

function assertSound(settings: QcSettings): void {
  const faults: { field: string; message: string; values?: Record<string, string> }[] = Object.entries(
    qcSettingFaults(settings),
  ).map(([field, message]) => ({ field, message }))
  const row = stricterFault(settings.stricter)
  if (row) faults.push({ field: 'stricter', message: row.message, values: { of: row.of } })
  const [first] = faults
  if (first) throw invalidInput(first.message, { ...(first.values && { values: first.values }), fields: faults })
}

/** Throws for a row of a vendor that there is not: nobody's goods would be inspected by it. */
async function assertVendors(tx: Tx, { stricter }: QcSettings): Promise<void> {
  const codes = stricter.filter(({ by }) => by === 'vendor').map(({ of }) => of)
  const { rows } = await rowsOf({ of: col.text })`
    SELECT c.of FROM unnest(${codes}::text[]) WITH ORDINALITY AS c (of, place)
    WHERE NOT EXISTS (SELECT FROM vendor v WHERE v.code = c.of) ORDER BY c.place LIMIT 1`.execute(tx)
  const [unknown] = rows
  if (unknown === undefined) return
  const fault = { message: stricterMessages.unknown, values: { of: unknown.of } }
  throw invalidInput(fault.message, { values: fault.values, fields: [{ field: 'stricter', ...fault }] })
}

/** Categories of styles, of all or of those given (style.id). */
export async function styleCategories(db: Db | Tx, styles?: readonly string[]): Promise<string[]> {
  const { rows } = await rowsOf({ category: col.text })`
    SELECT DISTINCT category FROM style WHERE ${styles ? sql`id = ANY(${[...styles]}::uuid[])` : sql`category <> ''`}
    ORDER BY category`.execute(db)
  return rows.map(({ category }) => category)
}
