import { area } from '../../kernel/area.ts'
import { notice, toHouse, toVendor } from '../../kernel/notices.ts'
import { qcBoxesRights } from '../qc-boxes/rights.ts'
import { returnsRights } from '../returns/rights.ts'
import { countingCalls } from './calls.ts'
import { countExpectations, countMessages } from './sheets.ts'

export const countingArea = area({
  calls: countingCalls,
  notices: {
    own_pieces_missing: notice('problem', {
      to: toVendor(returnsRights.chinaQcOutcome, 'Open QC results'),
      label: 'Pieces missing from your boxes',
      one: ['{{pieces}} pcs are missing from box {{box_no}} of {{shipment_id}}.', '/supplier/qc-results?box={{sscc}}'],
      many: ['Pieces are missing from {{count}} of your boxes.', '/supplier/qc-results'],
    }),
    pieces_missing: notice('problem', {
      to: toHouse(qcBoxesRights.chinaQcLead, ['ops', 'ops_team'], 'Open boxes'),
      label: 'Pieces missing at QC',
      one: [
        '{{pieces}} pcs are missing from box {{box_no}} of {{shipment_id}} by {{vendor}}.',
        '/supplier/qc-platform?tab=in_qc&box={{sscc}}',
      ],
      many: [
        'Pieces are missing from {{count}} boxes of {{vendor}}.',
        '/supplier/qc-platform?tab=in_qc&open=1&supplier={{vendor_code}}',
      ],
    }),
  },
  facts: {
    counted: 'Counted pieces',
    missing: 'Missing pieces',
    excess: 'Excess pieces',
  },
  events: {
    'box.counted': { word: 'Pieces counted', boxes: '{{n}} boxes counted' },
    'box.recounted': { word: 'Pieces counted again', boxes: '{{n}} boxes counted again' },
    'box.settled': { word: 'Difference settled', boxes: 'Differences of {{n}} boxes settled' },
  },
  words: [...Object.values(countMessages), ...Object.values(countExpectations)],
})
