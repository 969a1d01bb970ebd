import type { IndiaQcBox } from '../../../shared/areas/india-qc/shapes.ts'
import { indiaQcStatus } from '../../../shared/areas/india-qc/status.ts'
import type { QcBoxRow } from '../../../shared/areas/inspection/shapes.ts'
import type { Caller, Db } from '../../http/call.ts'
import { consignmentsOfBoxes } from '../india-receiving/consignments.ts'
import { type QcBoxFacts, qcBoxesById, qcBoxWire } from './box-rows.ts'
import type { AtQc, QcSites } from './sites.ts'

/** What a box is on the wire, by the country whose QC is asked. */
export interface BoxRows {
  china_qc: QcBoxRow
  india_qc: IndiaQcBox
}

type Wire<R> = (db: Db, caller: Pick<Caller, 'role'>, boxes: readonly QcBoxFacts[]) => Promise<R[]>

const wires: { [S in QcSites]: Wire<BoxRows[S]> } = {
  async china_qc(_, caller, boxes) {
    const now = new Date()
    return boxes.map((box) => qcBoxWire(box, caller, now))
  },
  async india_qc(db, caller, boxes) {
    const now = new Date()
    const ids = boxes.map(({ box_id }) => box_id)
    const brought = await consignmentsOfBoxes({ db }, ids)
    return boxes.map((box) => {
      const { origin, number } = brought.get(box.box_id) ?? { origin: null, number: null }
      return { ...qcBoxWire(box, caller, now), status: indiaQcStatus(box), origin, consignment: number }
    })
  },
}

/** Boxes at these sites as their country's calls give them. */
export function wireBoxes<S extends QcSites>(db: Db, at: AtQc<S>, boxes: readonly QcBoxFacts[]): Promise<BoxRows[S][]> {
  return wires[at.sites](db, at.caller, boxes)
}

/** The same by id (uuid), in the order given; without those that are not there. */
export async function boxRowsById<S extends QcSites>(
  db: Db,
  at: AtQc<S>,
  ids: readonly string[],
): Promise<BoxRows[S][]> {
  return wireBoxes(db, at, await qcBoxesById(db, at, ids))
}
