import { area } from '../../kernel/area.ts'
import { listFile, notPaged } from '../../kernel/list.ts'
import { noticeStatus, toastTimes } from '../../kernel/notices.ts'
import { screen } from '../../kernel/screens.ts'
import { garmentSpecsCalls, garmentSpecsRights } from './calls.ts'
import { specList } from './lists.ts'
import { garmentFaults, garmentWords } from './rules.ts'

const at = '/supplier/garment-specs'

export const garmentSpecsArea = area({
  calls: garmentSpecsCalls,
  rights: garmentSpecsRights,
  screens: [screen('supplier', at, 'Garment specs and grading', 'one-to-one', garmentSpecsRights.readGarmentSpecs)],
  lists: { 'garment-specs': garmentSpecsRights.readGarmentSpecs },
  exports: {
    exportGarmentSpecs: listFile('garment-specs', specList, {
      summary: 'How much of each style is measured and graded, as seen.',
      callers: garmentSpecsRights.readGarmentSpecs.roles,
      takes: notPaged(garmentSpecsCalls.specStyles),
    }),
  },
  notices: {
    garment_change_waiting: {
      label: 'Vendors’ changes of live styles',
      audience: 'house',
      roles: ['cataloging_team', 'bm_team', 'bm_admin', 'ops'],
      words: {
        one: 'The vendor of {{code}} wants to change how the live style is measured or graded.',
        many: 'Vendors want to change how {{count}} live styles are measured or graded.',
      },
      path: { one: `${at}?tab=waiting&style={{code}}`, many: `${at}?tab=waiting` },
      action: 'Look at the change',
      status: noticeStatus.attention,
      timeout: toastTimes.toRead,
    },
    garment_change_agreed: {
      label: 'Changes of live styles agreed to',
      audience: 'vendor',
      roles: ['vendor'],
      words: {
        one: 'Your change of {{code}} was agreed to.',
        many: 'Your changes of {{count}} styles were agreed to.',
      },
      path: { one: `${at}?style={{code}}`, many: at },
      action: 'Open the style',
      status: noticeStatus.done,
      timeout: toastTimes.passing,
    },
    garment_change_refused: {
      label: 'Changes of live styles refused',
      audience: 'vendor',
      roles: ['vendor'],
      words: {
        one: 'Your change of {{code}} was refused: {{remark}}',
        many: 'Your changes of {{count}} styles were refused.',
      },
      path: { one: `${at}?style={{code}}`, many: at },
      action: 'Open the style',
      status: noticeStatus.problem,
      timeout: toastTimes.toRead,
    },
  },
  entities: ['garment_spec'],
  events: {
    'garment.measured': 'Points of measure brought in',
    'garment.graded': 'Grading brought in',
    'garment.put_back': 'An older version put back',
    'garment.asked': 'Change of a live style asked for',
    'garment.agreed': 'Change of a live style agreed to',
    'garment.refused': 'Change of a live style refused',
  },
  words: [...Object.values(garmentWords), ...Object.values(garmentFaults)],
})
