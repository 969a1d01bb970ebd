import { passSite } from '../../../shared/areas/gate-passes/pass-calls.ts'
import {
  damageReasons,
  notSentReasons,
  passOutcomeNames,
  passOutcomes,
  passTargets,
  passTypes,
} from '../../../shared/areas/gate-passes/rules.ts'
import { conditions } from '../../../shared/areas/gate-passes/shapes.ts'
import type { Contract } from '../../../shared/areas.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { readSetting } from '../../database/settings.ts'
import { type Handlers, reply } from '../../http/call.ts'
import { readCompany } from '../company/facts.ts'
import { gstinOfSite, papersOf, partiesOf } from './documents.ts'
import { mayGoBack } from './due-back.ts'
import { findPass, hidesPapers, isBlindTo, offersFor, passWire } from './pass-rows.ts'

type GatePassHandlers = Handlers<Contract['gatePasses']>

const keys = <T extends object>(table: T) => Object.keys(table) as (keyof T & string)[]

/** What gate passes are made of. */
export const gatepassConfig: GatePassHandlers['gatepassConfig'] = async (_, { db }) => {
  const { rows } = await rowsOf(passSite)`
    SELECT code AS site, name AS site_name, name_zh AS site_name_zh, kind, gstin FROM site
    WHERE kind IN ('india_qc', 'warehouse', 'shop', 'production') AND retired_at IS NULL ORDER BY kind DESC, code`.execute(
    db,
  )
  const company = await readCompany(db)
  return reply({
    types: keys(passTypes).map((type) => ({ type, label: passTypes[type], targets: [...passTargets[type]] })),
    sites: rows.map((site) => ({ ...site, gstin: gstinOfSite(site.gstin, company) })),
    conditions: [...conditions],
    not_sent_reasons: keys(notSentReasons).map((reason) => ({ reason, label: notSentReasons[reason] })),
    damage_reasons: keys(damageReasons).map((reason) => ({ reason, label: damageReasons[reason] })),
    outcomes: passOutcomeNames.map((outcome) => {
      const { label, of } = passOutcomes[outcome]
      return { outcome, label, kinds: [...of] }
    }),
    settings: {
      blind_receiving: await readSetting(db, 'gate_pass_blind'),
      blind_sites: await readSetting(db, 'gate_pass_blind_sites'),
    },
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
    documents: hidesPapers(caller, pass) ? [] : await papersOf(db, pass.id),
    returned_by: returned.rows.map(({ number }) => number),
    moves: offersFor(pass, caller),
    may_go_back: isBlindTo(caller, pass) ? 0 : await mayGoBack(db, pass),
    stations: stations.rows,
  })
}
