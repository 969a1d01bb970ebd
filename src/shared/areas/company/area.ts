import { area } from '../../kernel/area.ts'
import { screen } from '../../kernel/screens.ts'
import { companyCalls, companyRights } from './calls.ts'
import { companyFaults } from './facts.ts'
import { firstStepWords, missingWords } from './first-steps.ts'

export const companyArea = area({
  calls: companyCalls,
  rights: companyRights,
  screens: [screen('start', '/ops/first-day', 'First steps', 'flag', companyRights.firstDay, { isPassing: true })],
  events: { 'first_day.dismissed': 'First steps dismissed', 'first_day.recalled': 'First steps brought back' },
  words: [
    ...Object.values(companyFaults),
    ...Object.values(missingWords),
    ...Object.values(firstStepWords).flatMap(({ title, about }) => [title, about]),
  ],
})
