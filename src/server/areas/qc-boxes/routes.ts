import type { qcBoxesCalls } from '../../../shared/areas/qc-boxes/calls.ts'
import type { Handlers } from '../../http/call.ts'
import { getInwardedBoxes } from './boxes.ts'
import { qcChoices } from './choices.ts'
import { getQcModal } from './modal.ts'
import { revertBoxToQc, revertStylesToQualityInspection } from './revert.ts'
import { inwardBoxToShelf, skipQcInspection } from './shelf-and-skip.ts'
import { planBoxMove } from './whole-box-moves.ts'

export const qcBoxesRoutes: Handlers<typeof qcBoxesCalls> = {
  getInwardedBoxes,
  getQcModal,
  skipQcInspection,
  inwardBoxToShelf,
  revertBoxToQc,
  revertStylesToQualityInspection,
  planBoxMove,
  qcChoices,
}
