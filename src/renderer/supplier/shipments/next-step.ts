import type { CallData } from '../../actions/calls.ts'

export type ShipmentDetails = CallData<'vendor.getShipmentDetails'>

export type NextStep = 'confirm' | 'pack' | 'print' | 'ship' | 'recover' | null

/** The one thing to do next with a shipment: it is the primary button. */
export function nextStep({
  shipment,
  lines,
  boxes,
  history,
}: Pick<ShipmentDetails, 'shipment' | 'lines' | 'boxes' | 'history'>): NextStep {
  const can = (move: (typeof shipment.allowed_moves)[number]) => shipment.allowed_moves.includes(move)
  if (can('confirm')) return 'confirm'
  if (!can('ship')) return shipment.status === 'Cancelled' && can('recover') ? 'recover' : null
  if (boxes.length === 0 || lines.some((line) => line.quantity_in_box !== line.ready_quantity)) return 'pack'
  return wasPrintedSincePacked(history) ? 'ship' : 'print'
}

/** Labels printed before the boxes were packed anew are of no use. */
function wasPrintedSincePacked(history: ShipmentDetails['history']): boolean {
  const last = (event: string) =>
    Math.max(0, ...history.filter((each) => each.event === event).map(({ at }) => Date.parse(at)))
  const printed = last('labels.shipping')
  return printed > 0 && printed >= last('shipment.packed')
}
