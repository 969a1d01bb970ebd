import { area } from '../../kernel/area.ts'
import { screen } from '../../kernel/screens.ts'
import { garmentSpecsCalls, garmentSpecsRights } from './calls.ts'
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
  entities: ['garment_spec'],
  events: { 'garment.measured': 'Points of measure brought in', 'garment.graded': 'Grading brought in' },
  words: [...Object.values(garmentWords), ...Object.values(garmentFaults)],
})
