import { z } from 'zod'
import {
  damageReasons,
  notSentReasons,
  passOutcomeNames,
  passOutcomes,
  passTargets,
  passTypes,
} from '../../../shared/areas/gate-passes/rules.ts'
import { conditions } from '../../../shared/areas/gate-passes/shapes.ts'
import { passWords } from '../../../shared/areas/gate-passes/words.ts'
import type { Contract } from '../../../shared/areas.ts'
import { recordEvent } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { readSetting, writeSetting } from '../../database/settings.ts'
import { type Db, type Handlers, reply } from '../../http/call.ts'
import { invalidInput, stale } from '../../http/errors.ts'
import { papersOf, partiesOf } from './documents.ts'
import { findPass, passWire } from './pass-rows.ts'

type GatePassHandlers = Handlers<Contract['gatePasses']>

const siteColumns = {
  site: col.text,
  site_name: col.text,
  site_name_zh: col.text,
  kind: z.enum(['china_qc', 'india_qc', 'warehouse', 'shop', 'production']),
  gstin: col.textOrNull,
}

const keys = <T extends object>(table: T) => Object.keys(table) as (keyof T & string)[]

/** What gate passes are made of. */
export const gatepassConfig: GatePassHandlers['gatepassConfig'] = async (_, { db }) => {
  const { rows: sites } = await rowsOf(siteColumns)`
    SELECT code AS site, name AS site_name, name_zh AS site_name_zh, kind, gstin FROM site
    WHERE kind IN ('india_qc', 'warehouse', 'shop', 'production') AND retired_at IS NULL ORDER BY kind DESC, code`.execute(
    db,
  )
  return reply({
    types: keys(passTypes).map((type) => ({ type, label: passTypes[type], targets: [...passTargets[type]] })),
    sites,
    conditions: [...conditions],
    not_sent_reasons: keys(notSentReasons).map((reason) => ({ reason, label: notSentReasons[reason] })),
    damage_reasons: keys(damageReasons).map((reason) => ({ reason, label: damageReasons[reason] })),
    outcomes: passOutcomeNames.map((outcome) => {
      const { label, of } = passOutcomes[outcome]
      return { outcome, label, kinds: [...of] }
    }),
    settings: { blind_receiving: await readSetting(db, 'gate_pass_blind') },
  })
}

/** A pass with its parties and papers. */
export const getGatePass: GatePassHandlers['getGatePass'] = async ({ gate_pass }, { db, caller }) => {
  const pass = await findPass(db, caller, gate_pass)
  const returned = await rowsOf({ number: col.text })`
    SELECT number FROM gate_pass WHERE returns_id = ${pass.id} AND state <> 'CANCELLED' ORDER BY number`.execute(db)
  const stations = await rowsOf({ station: col.text, box_code: col.text, box_no: col.number })`
    SELECT station, code AS box_code, box_no FROM gate_pass_box
    WHERE pass_id = ${pass.id} AND removed_at IS NULL AND state = 'OPEN' AND station <> '' ORDER BY station, box_no`.execute(
    db,
  )
  return reply({
    gate_pass: passWire(pass, caller),
    ...(await partiesOf(db, pass)),
    documents: await papersOf(db, pass.id),
    returned_by: returned.rows.map(({ number }) => number),
    stations: stations.rows,
  })
}

const rowsOfSettings = ['gate_pass_blind', 'gate_pass_tax'] as const

async function readSettings(db: Db) {
  const { rows } = await rowsOf({ version: col.number })`
    SELECT sum(version)::int AS version FROM setting WHERE name = ANY(${[...rowsOfSettings]}::text[])`.execute(db)
  return {
    settings: {
      blind_receiving: await readSetting(db, 'gate_pass_blind'),
      tax_rules: await readSetting(db, 'gate_pass_tax'),
    },
    version: rows[0]?.version ?? 1,
  }
}

export const getGatePassSettings: GatePassHandlers['getGatePassSettings'] = async (_, { db }) =>
  reply(await readSettings(db))

/** Changes them for what is made and issued from now on. */
export const saveGatePassSettings: GatePassHandlers['saveGatePassSettings'] = (input, context) =>
  context.command(async (tx) => {
    await tx
      .selectFrom('setting')
      .select('name')
      .where('name', 'in', rowsOfSettings)
      .orderBy('name')
      .forNoKeyUpdate()
      .execute()
    const before = await readSettings(tx)
    if (before.version !== input.version) throw stale('Selvedge', new Date())
    const { blind_receiving, tax_rules } = input.settings
    const isSound =
      new Set(tax_rules.map(({ from }) => from)).size === tax_rules.length &&
      tax_rules.every(({ rates }) =>
        rates.every(({ up_to_minor }, at) => (up_to_minor === null) === (at === rates.length - 1)),
      )
    if (!isSound)
      throw invalidInput(passWords.rulesOrder, {
        fields: [{ field: 'settings.tax_rules', message: passWords.rulesOrder }],
      })
    const changes = [
      { name: 'gate_pass_blind', from: before.settings.blind_receiving, to: blind_receiving },
      { name: 'gate_pass_tax', from: before.settings.tax_rules, to: tax_rules },
    ] as const
    for (const { name, from, to } of changes) {
      if (JSON.stringify(from) === JSON.stringify(to)) continue
      await writeSetting(tx, name, to as never)
      await recordEvent(tx, context, {
        ...{
          entity: 'setting',
          entityId: name,
          event: 'setting.changed',
          from: JSON.stringify(from),
          to: JSON.stringify(to),
        },
      })
    }
    return reply(await readSettings(tx), passWords.settings)
  })
