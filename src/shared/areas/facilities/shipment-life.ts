import { type Lifecycle, lifecycle } from '../../kernel/lifecycle.ts'
import { key } from '../../kernel/words.ts'
import { facilityRights } from './rights.ts'
import { facilityWords } from './words.ts'

export const facilityShipmentStates = ['PACKING', 'DISPATCHED', 'CANCELLED'] as const
export type FacilityShipmentState = (typeof facilityShipmentStates)[number]

export const facilityShipmentWords = {
  PACKING: key('Boxes are put on'),
  DISPATCHED: key('Sent to India QC'),
  CANCELLED: key('Called off, boxes free'),
} as const satisfies Record<FacilityShipmentState, string>

/** How the audit names a state: other records have states of these names. */
export const facilityShipmentCode = (state: FacilityShipmentState) => `facility_shipment.${state}`

const work = { by: facilityRights.workFacility.roles, side: 'both' } as const
const isCancelled = key('Shipment {{number}} is cancelled.')
const isSent = key('Shipment {{number}} is sent: call it back first.')

export interface FacilityShipmentFacts {
  number: string
  state: FacilityShipmentState
  /** Boxes that are on it, and of them those that India has received. */
  boxes: number
  received_boxes: number
  /** India expects no further box of it. */
  is_closed: boolean
}

export type FacilityShipmentMove = 'change' | 'dispatch' | 'note_transport' | 'call_back' | 'cancel'

/** A shipment of a facility to a site of India QC. What became of its boxes there, their receipts say. */
export const facilityShipmentLife: Lifecycle<FacilityShipmentState, FacilityShipmentMove, FacilityShipmentFacts> =
  lifecycle<FacilityShipmentState, FacilityShipmentMove, FacilityShipmentFacts>({
    states: facilityShipmentWords,
    closed: key('Shipment {{number}} is in “{{state_key}}”: this cannot be done now.'),
    moves: {
      change: { ...work, from: ['PACKING'], closed: { DISPATCHED: isSent, CANCELLED: isCancelled } },
      dispatch: {
        ...work,
        from: ['PACKING'],
        to: 'DISPATCHED',
        shutBy: ({ boxes }) => (boxes === 0 ? facilityWords.emptyShipment : null),
        closed: { DISPATCHED: key('Shipment {{number}} is sent already.'), CANCELLED: isCancelled },
      },
      // The portal gives the e-way bill's number once it has the file, and the vehicle may be another one by then.
      note_transport: {
        ...work,
        from: ['DISPATCHED'],
        closed: { PACKING: key('Shipment {{number}} is not sent yet.'), CANCELLED: isCancelled },
      },
      call_back: {
        ...work,
        from: ['DISPATCHED'],
        to: 'PACKING',
        needsWords: true,
        shutBy: ({ received_boxes, is_closed }) =>
          received_boxes > 0
            ? key('Boxes of shipment {{number}} are received in India already.')
            : is_closed
              ? key('The arrival of shipment {{number}} is closed in India.')
              : null,
        closed: { PACKING: key('Shipment {{number}} is not sent yet.'), CANCELLED: isCancelled },
      },
      cancel: {
        ...work,
        from: ['PACKING'],
        to: 'CANCELLED',
        needsWords: true,
        closed: { DISPATCHED: isSent, CANCELLED: isCancelled },
      },
    },
  })
