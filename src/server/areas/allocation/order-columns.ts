import { z } from 'zod'
import { allocationSettings } from '../../../shared/areas/allocation/shapes.ts'
import { replenishmentStates } from '../../../shared/areas/allocation/words.ts'
import { col, type Row } from '../../database/rows.ts'

export const orderColumns = {
  id: col.text,
  number: col.text,
  name: col.text,
  state: z.enum(replenishmentStates),
  mode: z.enum(['eaches', 'sets']),
  source_id: col.text,
  source: col.text,
  settings: allocationSettings,
  version: col.number,
}

/** An order of replenishment, as a move holds it. */
export type Order = Row<typeof orderColumns>
