import { area } from '../../kernel/area.ts'
import { indiaInspectionCalls, indiaInspectionRights } from './calls.ts'
import { switchingReasons } from './switching.ts'

export const indiaInspectionArea = area({
  calls: indiaInspectionCalls,
  rights: indiaInspectionRights,
  words: Object.values(switchingReasons),
})
