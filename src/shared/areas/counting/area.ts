import { area } from '../../kernel/area.ts'
import { noticeStatus, toastTimes } from '../../kernel/notices.ts'
import { countingCalls } from './calls.ts'
import { countExpectations, countMessages } from './sheets.ts'

export const countingArea = area({
  calls: countingCalls,
  notices: {
    own_pieces_missing: {
      label: 'Pieces missing from your boxes',
      audience: 'vendor',
      roles: ['vendor'],
      words: {
        one: '{{pieces}} pcs are missing from box {{box_no}} of {{shipment_id}}.',
        many: 'Pieces are missing from {{count}} of your boxes.',
      },
      path: { one: '/supplier/qc-results?box={{sscc}}', many: '/supplier/qc-results' },
      action: 'Open QC results',
      status: noticeStatus.problem,
      timeout: toastTimes.toRead,
    },
    pieces_missing: {
      label: 'Pieces missing at QC',
      audience: 'house',
      roles: ['ops', 'ops_team'],
      words: {
        one: '{{pieces}} pcs are missing from box {{box_no}} of {{shipment_id}} by {{vendor}}.',
        many: 'Pieces are missing from {{count}} boxes of {{vendor}}.',
      },
      path: {
        one: '/supplier/qc-platform?tab=in_qc&box={{sscc}}',
        many: '/supplier/qc-platform?tab=in_qc&open=1&supplier={{vendor_code}}',
      },
      action: 'Open boxes',
      status: noticeStatus.problem,
      timeout: toastTimes.toRead,
    },
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
