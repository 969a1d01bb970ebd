import { area } from '../../kernel/area.ts'
import { listFile, notPaged } from '../../kernel/list.ts'
import { screen } from '../../kernel/screens.ts'
import { facilitiesCalls } from './calls.ts'
import { facilityFigures } from './figures.ts'
import { governmentFaults } from './government-files.ts'
import { facilityOrders } from './lists.ts'
import { facilityRights } from './rights.ts'
import { facilityShipmentCode, facilityShipmentLife, facilityShipmentWords } from './shipment-life.ts'
import { oldCardWords, stageFaults, stageWords } from './stage-ledger.ts'
import { clearanceWords, facilityWords, stageSheetWords } from './words.ts'

const { workFacility } = facilityRights
const ofFacility = { isOfFacility: true } as const

/** Production facilities: from the job card to the box that leaves for India QC. */
export const facilitiesArea = area({
  calls: facilitiesCalls,
  rights: facilityRights,
  screens: [
    screen('production', '/supply-management/production', 'Production stages', 'build', workFacility, ofFacility),
    screen('production', '/supply-management/shipments', 'Boxes and shipments', 'box', workFacility, ofFacility),
    screen('production', '/supply-management/receive', 'Receive', 'import', workFacility, ofFacility),
    screen('production', '/supply-management/labels', 'SKU labels', 'tag', workFacility, ofFacility),
  ],
  lists: { 'facility-orders': workFacility },
  exports: {
    exportFacilityOrders: listFile('facility-orders', facilityOrders, {
      summary: 'Orders at facilities, as seen.',
      callers: workFacility.roles,
      takes: notPaged(facilitiesCalls.getFacilityOrders),
    }),
  },
  figures: facilityFigures,
  entities: ['facility_job', 'facility_box', 'facility_shipment'],
  feed: { facility_box: workFacility, facility_shipment: workFacility },
  traces: {
    facility_shipment: { place: 16, one: 'Facility’s shipment', many: 'Facilities’ shipments' },
    facility_box: { place: 17, one: 'Box of a facility', many: 'Boxes of facilities' },
  },
  facts: {
    facility: 'Facility',
    facility_orders: 'Production orders',
    facility_document: 'Document',
  },
  events: {
    'facility.allotted': 'Pieces given to a facility',
    'facility.withdrawn': 'Pieces taken from a facility',
    'facility.cut_before': 'Cut before the order came here',
    'facility.stage': 'Stages of production updated',
    'facility.stage_undone': 'Stages of production taken back',
    'facility.received': 'Received at a facility',
    'facility.cleared': 'Vendor clearance',
    'facility_box.packed': 'Box packed at a facility',
    'facility_box.changed': 'Box packed otherwise',
    'facility_box.unpacked': 'Box unpacked',
    'facility_shipment.made': 'Facility’s shipment made',
    'facility_shipment.change': 'Facility’s shipment changed',
    'facility_shipment.dispatch': 'Facility’s shipment sent',
    'facility_shipment.transport': 'Facility’s shipment: how it travels',
    'facility_shipment.call_back': 'Facility’s shipment called back',
    'facility_shipment.cancel': 'Facility’s shipment cancelled',
  },
  codes: {
    [facilityShipmentCode('PACKING')]: facilityShipmentWords.PACKING,
    [facilityShipmentCode('DISPATCHED')]: facilityShipmentWords.DISPATCHED,
    [facilityShipmentCode('CANCELLED')]: facilityShipmentWords.CANCELLED,
  },
  lives: { facilityShipmentLife },
  words: [
    oldCardWords,
    ...[stageWords, stageFaults, facilityWords, stageSheetWords, clearanceWords, governmentFaults].flatMap((table) =>
      Object.values(table),
    ),
    ...Object.values(facilityShipmentWords),
    ...facilityShipmentLife.words,
  ],
})
