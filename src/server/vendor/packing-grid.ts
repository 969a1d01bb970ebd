import type { Taken } from '../../shared/contract/grammar.ts'
import type { Contract } from '../../shared/contract/index.ts'
import { readCode } from '../../shared/domain/codes.ts'
import { type PackingEntry, type PackingFault, trackingProblem } from '../../shared/domain/packing.ts'
import { sheetMessages } from '../../shared/domain/sheet-messages.ts'
import { type Said, said, type Work } from '../http/call.ts'
import { invalidInput } from '../http/errors.ts'
import { packingFaults, packingSumFaults } from './check-packing.ts'
import { savePacking, type ToldBox } from './save-packing.ts'
import { packedLines } from './shipment-rows.ts'
import { lockFor } from './shipment-state.ts'
import { type Packing, packingOf } from './shipments.ts'

type Input = Taken<Contract['vendor']['updatePackingItems']>

/** Saves the boxes of the grid by the same rules as a sheet; every fault is named by box and SKU. */
export async function updatePackingItems(input: Input, work: Work): Promise<Said<Packing>> {
  if (input.boxes.length === 0) throw invalidInput('Please provide packing details.')
  const entries = input.boxes.flatMap(boxEntries)
  if (entries.length === 0) throw invalidInput(sheetMessages.noSkus)
  return work.command(async (tx) => {
    const shipment = await lockFor(tx, work, 'pack', input.shipment_id, input.version)
    const lines = await packedLines(tx, shipment.id)
    if (lines.length === 0) throw invalidInput('Shipped quantity is zero for the schedule.')
    const faults = [
      ...emptyBoxes(input),
      ...(await packingFaults(tx, shipment, lines, entries)),
      ...packingSumFaults(lines, entries, input.rest_to_platform),
    ]
    if (faults.length > 0) throw refusal(faults)
    await savePacking(tx, work, { shipment, lines, entries, told: input.boxes.map(toldBox) })
    return said(await packingOf(tx, work, input.shipment_id), 'Packing list saved.')
  })
}

/** An empty text clears as null does. */
function toldBox({ box_no, tracking_id, weight_grams }: Input['boxes'][number]): ToldBox {
  const tracking = tracking_id ? readCode('trackingId', tracking_id) : tracking_id
  return { box_no, tracking_id: tracking === '' ? null : tracking, weight_grams }
}

type Place = { box_no: string; nm_sku: string }

function boxEntries(box: Input['boxes'][number]): PackingEntry<Place>[] {
  const boxNo = readCode('boxNo', box.box_no)
  if (boxNo === null) throw malformed(box.box_no, 'box_no', sheetMessages.invalidBox)
  const tracking = box.tracking_id ? readCode('trackingId', box.tracking_id) : null
  const problem = box.tracking_id ? trackingProblem(box.tracking_id) : null
  if (problem !== null) throw malformed(boxNo, 'tracking_id', problem)
  return box.items.map((item) => ({
    row: { box_no: boxNo, nm_sku: item.nm_sku },
    box_no: boxNo,
    order_id: item.order_id,
    nm_sku: item.nm_sku,
    quantity: item.quantity,
    tracking_id: tracking,
  }))
}

/** A box listed twice, or with nothing in it. */
function emptyBoxes(input: Input): PackingFault<Place>[] {
  const seen = new Set<string>()
  return input.boxes.flatMap((box): PackingFault<Place>[] => {
    const row = { box_no: box.box_no, nm_sku: '' }
    const twice = seen.has(box.box_no)
    seen.add(box.box_no)
    if (twice) return [{ row, field: 'box_no', value: box.box_no, message: sheetMessages.multipleEntries }]
    return box.items.length > 0 ? [] : [{ row, field: 'quantity', value: '0', message: sheetMessages.zeroInBox }]
  })
}

function malformed(boxNo: string, field: string, message: string) {
  return invalidInput(message, { values: { box_no: boxNo }, fields: [{ field: `${boxNo} ${field}`, message }] })
}

function refusal(faults: PackingFault<Place>[]) {
  const [first] = faults
  return invalidInput(first?.message ?? 'Please provide packing details.', {
    values: { value: first?.value ?? '', expected: first?.expected ?? '' },
    fields: faults.slice(0, 1_000).map((fault) => ({
      field: [fault.row?.box_no ?? '', fault.row?.nm_sku ?? fault.value, fault.field].join(' ').trim(),
      message: fault.message,
      values: { value: fault.value, expected: fault.expected ?? '' },
    })),
  })
}
