import { area } from '../../kernel/area.ts'
import { listFile, notPaged } from '../../kernel/list.ts'
import { screen } from '../../kernel/screens.ts'
import { garmentSpecsCalls, garmentSpecsRights } from './calls.ts'
import { specList } from './lists.ts'
import { garmentFaults, garmentWords } from './rules.ts'

export const garmentSpecsArea = area({
  calls: garmentSpecsCalls,
  rights: garmentSpecsRights,
  screens: [
    screen(
      'supplier',
      '/supplier/garment-specs',
      'Garment specs and grading',
      'one-to-one',
      garmentSpecsRights.readGarmentSpecs,
    ),
  ],
  lists: { 'garment-specs': garmentSpecsRights.readGarmentSpecs },
  exports: {
    exportGarmentSpecs: listFile('garment-specs', specList, {
      summary: 'How much of each style is measured and graded, as seen.',
      callers: garmentSpecsRights.readGarmentSpecs.roles,
      takes: notPaged(garmentSpecsCalls.specStyles),
    }),
  },
  entities: ['garment_spec'],
  events: { 'garment.measured': 'Points of measure brought in', 'garment.graded': 'Grading brought in' },
  words: [...Object.values(garmentWords), ...Object.values(garmentFaults)],
})
