import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { rollFaults } from '../../../shared/areas/materials/roll.ts'
import { rollStates, rollStateWords } from '../../../shared/areas/materials/roll-life.ts'
import { type Contract, factLabels, hasRight } from '../../../shared/areas.ts'
import { labelForm } from '../../../shared/kernel/call.ts'
import { address } from '../../../shared/kernel/screens.ts'
import { recordDownload } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Handlers } from '../../http/call.ts'
import { notFound } from '../../http/errors.ts'
import { type Asking, codeIs, type Finder, known, type Match, pathFor, type Traced } from '../../trace/finder.ts'
import { keptPhoto } from '../photos/photo-files.ts'
import { rollsNamed } from './roll-rows.ts'

type Routes = Handlers<Contract['materials']>

/** A label for each roll, in the order asked: its number as a code, what it is, lot, shade, length and width. */
export const generateFabricLabels: Routes['generateFabricLabels'] = async (input, context) => {
  const rolls = await rollsNamed(context.db, input.rolls)
  const labels = rolls.map(({ row }) => ({
    code: row.roll,
    title: [row.material_id, row.name, row.name_zh, row.color].filter(Boolean).join(' · '),
    subtitle: [
      `Lot ${row.lot}`,
      `Shade ${row.shade}`,
      `${row.received} ${row.unit === 'metre' ? 'm' : row.unit}`,
      row.width_cm === null ? null : `${row.width_cm} cm`,
    ]
      .filter((part) => part !== null)
      .join(' · '),
  }))
  // Loaded when needed: the libraries for labels would hold up every start.
  const { barcodeLabelsFile } = await import('../../documents/labels.ts')
  const form = labelForm(input)
  if (!input.preview) await recordDownload(context, 'fabric_label', { rolls: labels.length })
  return { body: barcodeLabelsFile(labels, { resourcesDir: context.resources, form, title: 'Fabric labels 面料标签' }) }
}

/** A photograph of a defect or a swatch, or one that the caller just sent. */
export const rollPhoto: Routes['rollPhoto'] = async (asked, context) => {
  const body = (await keptPhoto('roll_photo', asked, context)) ?? (await keptPhoto('material', asked, context))
  if (!body) throw notFound(rollFaults.noPhoto)
  return { body, isImmutable: true }
}

const tracedColumns = {
  number: col.text,
  state: z.enum(rollStates),
  material_id: col.text,
  name: col.text,
  name_zh: col.text,
  lot: col.text,
  shade: col.text,
  free: col.number,
}

async function tracedRolls({ db, caller }: Asking, condition: RawBuilder<SqlBool>, limit: number) {
  if (!hasRight(caller, 'seeMaterials')) return []
  const { rows } = await rowsOf(tracedColumns)`
    SELECT r.number, r.state, m.code AS material_id, m.name, m.name_zh, l.lot, l.shade, r.free / 100.0::float8 AS free
    FROM fabric_roll r JOIN material m ON m.id = r.material_id JOIN fabric_lot l ON l.id = r.lot_id
    WHERE ${condition} ORDER BY r.number DESC LIMIT ${sql.lit(limit)}`.execute(db)
  return rows.map((row) => {
    const traced: Traced = {
      kind: 'fabric_roll',
      code: row.number,
      title: row.number,
      subtitle: `${row.material_id} ${row.name}`,
      subtitle_zh: `${row.material_id} ${row.name_zh || row.name}`,
      status: rollStateWords[row.state],
      path: pathFor(caller, address('/ops/fabrics', { view: 'rolls', tab: 'all', roll: row.number })),
    }
    return { row, traced }
  })
}

/** Rolls by their numbers. */
export const rollFinder: Finder = {
  async find(asking, match: Match, limit) {
    const found = await tracedRolls(asking, codeIs(sql<string>`r.number`, match), limit)
    return found.map(({ traced }) => traced)
  },
  async history(asking, code) {
    const [found] = await tracedRolls(asking, sql<SqlBool>`r.number = ${code}`, 1)
    if (found === undefined) return null
    const { row, traced } = found
    return {
      ...traced,
      facts: known([
        { label: factLabels.lot, text: row.lot },
        { label: factLabels.shade, text: row.shade },
        { label: factLabels.free, text: String(row.free) },
      ]),
      quantities: null,
      related: [],
      next: [],
      scope: { things: [{ kind: 'fabric_roll', codes: [row.number] }], boxes: null, lines: [] },
    }
  },
}
