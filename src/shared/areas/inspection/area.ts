import { area } from '../../kernel/area.ts'
import { notice, toVendor } from '../../kernel/notices.ts'
import { returnsRights } from '../returns/rights.ts'
import { inspectionCalls, inspectionRights } from './calls.ts'
import { checklistAnswers, checklistMessages, checklistTopics } from './checklist.ts'
import { defectCategories, defectLibraryMessages } from './defect-library.ts'
import { reportMessages } from './report.ts'
import { qcSettingMessages } from './settings.ts'
import { inspectionExpectations, inspectionFaults } from './sheets.ts'
import { stricterMessages } from './stricter-rules.ts'
import { verdictLabels } from './verdict.ts'

export const inspectionArea = area({
  calls: inspectionCalls,
  rights: inspectionRights,
  notices: {
    pieces_failed: notice('problem', {
      to: toVendor(returnsRights.chinaQcOutcome, 'Open QC results'),
      label: 'Pieces that failed QC',
      one: [
        '{{pieces}} pcs of box {{box_no}} of shipment {{shipment_id}} failed QC in China.',
        '/supplier/qc-results?box={{sscc}}',
      ],
      many: [
        'Pieces of {{count}} boxes of shipment {{shipment_id}} failed QC in China.',
        '/supplier/qc-results?search={{shipment_id}}',
      ],
    }),
  },
  facts: {
    passed: 'Passed pieces',
    failed: 'Failed pieces',
    on_hold: 'Pieces on hold',
  },
  entities: ['setting'],
  events: {
    'box.inspected': { word: 'Inspected', boxes: '{{n}} boxes inspected' },
    'inspection.signed': { word: 'Inspection signed', boxes: 'Inspections of {{n}} boxes signed' },
  },
  toldToVendors: ['verdict', 'computed'],
  words: [
    qcSettingMessages,
    stricterMessages,
    reportMessages,
    defectLibraryMessages,
    defectCategories,
    checklistTopics,
    checklistAnswers,
    checklistMessages,
    inspectionFaults,
    inspectionExpectations,
    verdictLabels,
  ].flatMap((table) => Object.values<string>(table)),
})
