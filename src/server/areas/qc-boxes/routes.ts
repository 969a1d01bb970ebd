import type { qcBoxesArea } from '../../../shared/areas/qc-boxes/area.ts'
import type { ServerArea } from '../../http/area.ts'
import { assignBoxesAt, qcInspectorsAt } from './assign.ts'
import { qcBoxQuery } from './boxes.ts'
import { qcChoices } from './choices.ts'
import { getQcModal } from './modal.ts'
import { revertBoxToQc, revertStylesToQualityInspection } from './revert.ts'
import { inwardBoxToShelf, skipQcInspection } from './shelf-and-skip.ts'
import { inChina } from './sites.ts'
import { weighBox } from './weigh-box.ts'
import { planBoxMove } from './whole-box-moves.ts'

export const qcBoxesServer: ServerArea<typeof qcBoxesArea> = {
  routes: {
    getInwardedBoxes: qcBoxQuery.page,
    getQcModal,
    skipQcInspection,
    inwardBoxToShelf,
    revertBoxToQc,
    revertStylesToQualityInspection,
    weighBox,
    planBoxMove,
    qcInspectors: qcInspectorsAt(inChina),
    assignBoxes: assignBoxesAt(inChina),
    qcChoices,
  },
  exports: { exportQcBoxes: qcBoxQuery },
}
