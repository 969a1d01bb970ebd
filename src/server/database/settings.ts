import { sql } from 'kysely'
import type { Aqls, InspectionLevel, LotScope } from '../../shared/areas/inspection/sampling.ts'
import type { QcSettings } from '../../shared/areas/inspection/settings.ts'
import type { VendorReason } from '../../shared/areas/orders/vendor-reasons.ts'
import type { Db, Tx } from '../http/call.ts'

/** House settings and their types; migrations write their defaults. */
interface Settings {
  ops_approval: 'before_vendor' | 'after_vendor'
  price_jump_percent: number
  new_vendor_days: number
  sscc_company_prefix: string
  qc_lot_scope: LotScope
  qc_level: InspectionLevel
  qc_aqls: Aqls
  qc_blind_count: boolean
  invoice_series: string
  vendor_reasons: VendorReason[]
}

/** One setting's value. Throws when the row is gone: a default guessed here would hide it. */
export async function readSetting<N extends keyof Settings>(db: Db, name: N): Promise<Settings[N]> {
  const row = await db.selectFrom('setting').where('name', '=', name).select('value').executeTakeFirst()
  if (row === undefined) throw new Error(`setting ${name} is missing`)
  return row.value as Settings[N]
}

/** A setting's version; with `isHeld` nobody else changes it until the transaction ends. */
export async function settingVersion(db: Db, name: keyof Settings, { isHeld = false } = {}): Promise<number> {
  const query = db.selectFrom('setting').where('name', '=', name).select('version')
  return (await (isHeld ? query.forNoKeyUpdate() : query).executeTakeFirstOrThrow()).version
}

/** Those of China QC, in the order in which they are locked. */
const qcNames = ['qc_aqls', 'qc_blind_count', 'qc_level', 'qc_lot_scope'] as const satisfies (keyof Settings)[]
type QcName = (typeof qcNames)[number]

export interface SavedQcSettings {
  settings: QcSettings
  /** Of all of them: a change of any raises it. */
  version: number
}

/** The settings of China QC, read at one moment; with `isHeld` nobody else changes them until the transaction ends. */
export async function readQcSettings(db: Db, { isHeld = false } = {}): Promise<SavedQcSettings> {
  const query = db
    .selectFrom('setting')
    .where('name', 'in', qcNames)
    .orderBy('name')
    .select(['name', 'value', 'version'])
  const rows = await (isHeld ? query.forNoKeyUpdate() : query).execute()
  const saved = new Map(rows.map(({ name, value }) => [name, value]))
  const settingOf = <N extends QcName>(name: N): Settings[N] => {
    if (!saved.has(name)) throw new Error(`setting ${name} is missing`)
    return saved.get(name) as Settings[N]
  }
  const aqls = settingOf('qc_aqls')
  return {
    settings: {
      lot_scope: settingOf('qc_lot_scope'),
      level: settingOf('qc_level'),
      aql_critical: aqls.critical,
      aql_major: aqls.major,
      aql_minor: aqls.minor,
      blind_count: settingOf('qc_blind_count'),
    },
    version: rows.reduce((sum, row) => sum + row.version, 0),
  }
}

/** Writes what is new of them. They must be held. */
export async function writeQcSettings(tx: Tx, settings: QcSettings): Promise<void> {
  const { aql_critical: critical, aql_major: major, aql_minor: minor } = settings
  const values: Pick<Settings, QcName> = {
    qc_aqls: { critical, major, minor },
    qc_blind_count: settings.blind_count,
    qc_level: settings.level,
    qc_lot_scope: settings.lot_scope,
  }
  const texts = qcNames.map((name) => JSON.stringify(values[name]))
  await sql`
    UPDATE setting s SET value = n.value, version = s.version + 1, updated_at = now()
    FROM unnest(${[...qcNames]}::text[], ${texts}::jsonb[]) AS n (name, value)
    WHERE s.name = n.name AND s.value <> n.value`.execute(tx)
}

/** The demo data was loaded here: its passwords and mails may be seen by anybody. */
export async function isDemo(db: Db): Promise<boolean> {
  const row = await db.selectFrom('setting').where('name', '=', 'demo_data').select('name').executeTakeFirst()
  return row !== undefined
}
