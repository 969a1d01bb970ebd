import { area } from '../../kernel/area.ts'
import { listFile, notPaged } from '../../kernel/list.ts'
import { notice, toHouse, toVendor } from '../../kernel/notices.ts'
import { screen } from '../../kernel/screens.ts'
import { garmentSpecsCalls, garmentSpecsRights } from './calls.ts'
import { specList } from './lists.ts'
import { garmentFaults, garmentWords } from './rules.ts'

const at = '/supplier/garment-specs'

export const garmentSpecsArea = area({
  calls: garmentSpecsCalls,
  rights: garmentSpecsRights,
  screens: [screen('catalogue', at, 'Garment specs and grading', 'one-to-one', garmentSpecsRights.readGarmentSpecs)],
  lists: { 'garment-specs': garmentSpecsRights.readGarmentSpecs },
  exports: {
    exportGarmentSpecs: listFile('garment-specs', specList, {
      summary: 'How much of each style is measured and graded, as seen.',
      callers: garmentSpecsRights.readGarmentSpecs.roles,
      takes: notPaged(garmentSpecsCalls.specStyles),
    }),
  },
  notices: {
    garment_change_waiting: notice('attention', {
      to: toHouse(
        garmentSpecsRights.agreeGarmentSpecs,
        ['cataloging_team', 'bm_team', 'bm_admin', 'ops'],
        'Look at the change',
      ),
      label: 'Vendors’ changes of live styles',
      one: [
        'The vendor of {{code}} wants to change how the live style is measured or graded.',
        `${at}?tab=waiting&style={{code}}`,
      ],
      many: ['Vendors want to change how {{count}} live styles are measured or graded.', `${at}?tab=waiting`],
    }),
    garment_change_agreed: notice('done', {
      to: toVendor(garmentSpecsRights.garmentSpecs, 'Open the style'),
      label: 'Changes of live styles agreed to',
      one: ['Your change of {{code}} was agreed to.', `${at}?style={{code}}`],
      many: ['Your changes of {{count}} styles were agreed to.', at],
    }),
    garment_change_refused: notice('problem', {
      to: toVendor(garmentSpecsRights.garmentSpecs, 'Open the style'),
      label: 'Changes of live styles refused',
      one: ['Your change of {{code}} was refused: {{remark}}', `${at}?style={{code}}`],
      many: ['Your changes of {{count}} styles were refused.', at],
    }),
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
