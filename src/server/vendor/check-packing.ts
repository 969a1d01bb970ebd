import {
  type PackingEntry,
  type PackingFault,
  rowFaults,
  type SumFault,
  sumFaults,
} from '../../shared/domain/packing.ts'
import { sheetMessages } from '../../shared/domain/sheet-messages.ts'
import type { Db } from '../http/call.ts'
import type { PackedLine, ShipmentFacts } from './shipment-rows.ts'
import { takenTrackingIds } from './tracking-ids.ts'

/** Every fault of a packing list's rows, tracking ids of other boxes included; sums apart, since good rows may leave a rest. */
export async function packingFaults<Row>(
  db: Db,
  shipment: ShipmentFacts,
  lines: readonly PackedLine[],
  entries: readonly PackingEntry<Row>[],
): Promise<PackingFault<Row>[]> {
  const taken = await takenTrackingIds(
    db,
    shipment,
    entries.flatMap((entry) => entry.tracking_id ?? []),
  )
  const elsewhere = entries
    .filter((entry) => entry.tracking_id !== null && taken.has(entry.tracking_id))
    .map(
      (entry): PackingFault<Row> => ({
        row: entry.row,
        field: 'tracking_id',
        value: entry.tracking_id ?? '',
        message: sheetMessages.invalidBoxTracking,
      }),
    )
  return [...rowFaults(entries, lines), ...elsewhere]
}

/** Sums that do not fit: `all` wants every piece packed, otherwise a rest may stay but never too many. */
export function packingSumFaults<Row>(
  lines: readonly PackedLine[],
  entries: readonly PackingEntry<Row>[],
  restMayStay: boolean,
): SumFault<Row>[] {
  // Lines are read in no order; faults of the same list must always come in the same.
  const faults = sumFaults(entries, lines).sort((a, b) => (a.value < b.value ? -1 : 1))
  if (!restMayStay) return faults
  return faults.filter((fault) => fault.surplus > 0)
}
