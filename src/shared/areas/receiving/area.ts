import { area } from '../../kernel/area.ts'
import { chosen, listFile } from '../../kernel/list.ts'
import { notice, toVendor } from '../../kernel/notices.ts'
import { screen } from '../../kernel/screens.ts'
import { awaitingFilter, boxRef } from '../inspection/shapes.ts'
import { ordersRights } from '../orders/rights.ts'
import { qcBoxesRights } from '../qc-boxes/rights.ts'
import { receivingCalls } from './calls.ts'
import { receivingFigures } from './figures.ts'
import { awaitingBoxes } from './lists.ts'
import { doorActionLabels, doorWords } from './rules.ts'
import { arrivedBoxes, doorFaults } from './sheets.ts'

export const receivingArea = area({
  calls: receivingCalls,
  figures: receivingFigures,
  screens: [
    screen('china-qc', '/supplier/inward-shipments', 'Inward shipment dashboard', 'import', qcBoxesRights.chinaQc),
  ],
  lists: { 'awaiting-boxes': qcBoxesRights.chinaQc },
  exports: {
    exportAwaitingBoxes: listFile('awaiting-boxes', awaitingBoxes, {
      summary: 'Boxes on their way to China QC, as seen.',
      callers: qcBoxesRights.chinaQc.roles,
      takes: { ...awaitingFilter, box_ids: chosen(boxRef) },
    }),
  },
  notices: {
    boxes_arrived: notice('done', {
      to: toVendor(ordersRights.vendorDesk, 'Open shipment'),
      label: 'Boxes that arrived at China QC',
      one: [
        'Box {{box_no}} of shipment {{shipment_id}} arrived at {{site}}.',
        '/supplier/shipment-management?shipment={{shipment_id}}',
      ],
      many: [
        '{{count}} boxes of shipment {{shipment_id}} arrived at {{site}}.',
        '/supplier/shipment-management?shipment={{shipment_id}}',
      ],
    }),
  },
  facts: {
    boxes_inwarded: 'Boxes taken in',
    inwarded: 'Taken in',
  },
  actions: doorActionLabels,
  events: {
    'box.inwarded': { word: 'Box taken in', boxes: '{{n}} boxes taken in' },
    'box.inward_undone': { word: 'Taking in undone', boxes: 'Taking in of {{n}} boxes undone' },
  },
  words: [...Object.values(doorWords), ...Object.values(doorFaults), arrivedBoxes.noRows],
})
